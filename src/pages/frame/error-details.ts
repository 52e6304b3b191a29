import { isRouteErrorResponse } from 'react-router';

import { unreachable } from '#ui/refusal.ts';

export const unexpectedError = 'An unexpected error occurred';

/** Browsers' own error messages for a network failure. */
const noNetwork = /fetch|network|load failed/i;
/** The router's own error messages for a foreign response. */
const routerMessage = /^Un(expected Server Error|able to decode)/;

/**
 * Returns the message to show for an error, and the request id of its log entry.
 * An error without a readable message gets a general one.
 */
export function errorDetails(error: unknown): { message: string; requestId?: string } {
  if (isRouteErrorResponse(error)) return { message: unexpectedError, ...(error.data as object | null) };
  const text = error instanceof Error ? error.message : '';
  if (error instanceof TypeError && noNetwork.test(text)) return { message: unreachable.message };
  return { message: text === '' || routerMessage.test(text) ? unexpectedError : text };
}
