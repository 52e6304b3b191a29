import { isRouteErrorResponse } from 'react-router';

export const unexpected = 'An unexpected error occurred';
export const pageUnreachable = 'The shop cannot be reached. Please check your connection.';

/** What browsers say in their own words when nothing came back. */
const noNetwork = /fetch|network|load failed/i;
/** What the router says when an answer is none of its own. */
const ofRouter = /^Un(expected Server Error|able to decode)/;

/** What is said of an error: its own message where it has one for a person, and the id under which the log has it. */
export function shownOf(error: unknown): { message: string; requestId?: string } {
  if (isRouteErrorResponse(error)) return { message: unexpected, ...(error.data as object | null) };
  const said = error instanceof Error ? error.message : '';
  if (error instanceof TypeError && noNetwork.test(said)) return { message: pageUnreachable };
  return { message: said === '' || ofRouter.test(said) ? unexpected : said };
}
