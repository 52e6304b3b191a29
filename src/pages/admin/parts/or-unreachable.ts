import { data, isRouteErrorResponse } from 'react-router';

/**
 * What the server's action answers, or, when it cannot be reached or fails, what is said then: the page stays with all that was
 * typed, because an answer of 503 makes the router read nothing anew.
 */
export async function orUnreachable<T>(serverAction: () => Promise<T>, otherwise: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return data(await otherwise(), { status: 503 });
  }
}
