import { data } from 'react-router';

import { HttpError } from '#platform/http/errors.server.ts';

/** Does the work of a page's action; what a service ended with a status, the page ends with it too. */
export async function withStatus<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError) throw data(null, { status: error.status });
    throw error;
  }
}
