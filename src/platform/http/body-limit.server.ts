import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { isRead } from './read-after.server.ts';

/**
 * Refuses bodies above `maxSize` bytes. One that says how long it is is judged by that, which the HTTP server holds it to: only
 * to look at the body itself would make a web request of every call.
 */
export function limitBody(maxSize: number, onError: (c: Context) => Response): MiddlewareHandler {
  const counting = bodyLimit({ maxSize, onError });
  return (c, next) => {
    const { headers } = c.req.raw;
    const length = headers.get('content-length');
    if (headers.has('transfer-encoding')) return counting(c, next);
    if (length !== null) return Number(length) > maxSize ? Promise.resolve(onError(c)) : next();
    return isRead(c.req.method) ? next() : counting(c, next);
  };
}
