import type { IncomingMessage } from 'node:http';

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';

import { isDatabaseUnavailable } from '../db/unavailable.server.ts';
import { HttpError } from './errors.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const unparsable = 'The request is not valid JSON.';

/** The status of a request's own fault, as libraries set it on their errors; a class is no sign: a package may be loaded twice. */
function refusedStatus(error: Error): ContentfulStatusCode | null {
  if (!('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? (error.status as ContentfulStatusCode) : null;
}

/** Whether the connection ended, by the client or by the server's time limit, before the whole request had come. */
function isCutOff(c: Context<ShopEnv>): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}

/** For a shop that cannot use its database: what it says, and when to come again. */
export const unavailable = {
  error: 'unavailable',
  message: 'The shop cannot do this at the moment. Please try again in a few seconds.',
};
export const retryAfter = { 'Retry-After': '5' };

/**
 * Turns what a route threw into an answer; only faults are logged, and only their own words. A library may throw words of its own
 * for what the database did: while that fails, every fault is taken for its.
 */
export function answerError(log: Logger, isFailing: () => boolean = () => false) {
  return (error: Error, c: Context<ShopEnv>): Response => {
    if (error instanceof HttpError) return c.json({ error: error.code, message: error.message }, error.status);
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
