import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';

import { HttpError } from './errors.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const unparsable = 'The request is not valid JSON.';

/** Turns what a route threw into an answer; only faults are logged, and only their own words. */
export function answerError(log: Logger) {
  return (error: Error, c: Context<ShopEnv>): Response => {
    if (error instanceof HttpError) return c.json({ error: error.code, message: error.message }, error.status);
    if (error instanceof HTTPException) {
      const message = error.status === 400 ? unparsable : 'This request cannot be handled.';
      return c.json({ error: 'bad_request', message }, error.status);
    }
    const requestId = c.get('visitor')?.requestId;
    log.error({ err: error, requestId, path: c.req.path }, 'request failed');
    return c.json({ error: 'fault', message: 'Something went wrong. Please try again.', requestId }, 500);
  };
}
