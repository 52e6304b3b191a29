import type { IncomingMessage } from 'node:http';

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';

import { isDatabaseUnavailable } from '../db/database-errors.server.ts';
import { HttpError } from './http-error.server.ts';
import { BadInput, badInput } from './routes.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const unparsable = 'The request is not valid JSON.';

/**
 * Returns the 4xx status that a library set on its error, else null. Checks no class, because a
 * package may be loaded twice.
 */
function refusedStatus(error: Error): ContentfulStatusCode | null {
  if (!('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? (error.status as ContentfulStatusCode) : null;
}

/**
 * True when the connection ended, by the client or by the server's time limit, before the whole
 * request had arrived.
 */
function isCutOff(c: Context<ShopEnv>): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}

/** Response of a shop that cannot use its database, and when to retry. */
export const unavailable = {
  error: 'unavailable',
  message: 'The shop can’t do this right now. Try again in a few seconds.',
};
export const retryAfter = { 'Retry-After': '5' };

/**
 * Turns an error of a route into a response. Only faults are logged as errors.
 * A library may hide a database error behind its own message, so every fault counts as one while
 * the database fails.
 */
export function createErrorHandler(log: Logger, isFailing: () => boolean = () => false) {
  return (error: Error, c: Context<ShopEnv>): Response => {
    if (error instanceof HttpError) return c.json({ error: error.code, message: error.message }, error.status);
    if (error instanceof BadInput) return c.json(badInput(error.input), 400);
    const status = refusedStatus(error);
    if (status !== null) {
      const message = status === 400 ? unparsable : 'This request cannot be handled.';
      return c.json({ error: 'bad_request', message }, status);
    }
    const requestId = c.get('visitor')?.requestId;
    if (isCutOff(c)) {
      log.info({ requestId, path: c.req.path, status: 408 }, 'request cut off');
      return c.json({ error: 'request_timeout', message: 'The request did not arrive whole.' }, 408);
    }
    log.error({ err: error, requestId, path: c.req.path }, 'request failed');
    if (isDatabaseUnavailable(error) || isFailing()) return c.json({ ...unavailable, requestId }, 503, retryAfter);
    return c.json({ error: 'fault', message: 'Something went wrong. Please try again.', requestId }, 500);
  };
}
