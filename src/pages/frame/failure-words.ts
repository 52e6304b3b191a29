import { isRouteErrorResponse } from 'react-router';

export const unexpected = 'An unexpected error occurred';
export const pageUnreachable = 'The shop cannot be reached. Please check your connection.';

/** Browsers' own error messages for a network failure. */
const noNetwork = /fetch|network|load failed/i;
/** The router's own error messages for a foreign response. */
const ofRouter = /^Un(expected Server Error|able to decode)/;

/**
 * Returns the message to show for an error, and the request id of its log entry.
 * An error without a readable message gets a general one.
 */
export function shownOf(error: unknown): { message: string; requestId?: string } {
  if (isRouteErrorResponse(error)) return { message: unexpected, ...(error.data as object | null) };
  const said = error instanceof Error ? error.message : '';
  if (error instanceof TypeError && noNetwork.test(said)) return { message: pageUnreachable };
  return { message: said === '' || ofRouter.test(said) ? unexpected : said };
}
