import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { isSafeMethod } from './routes.server.ts';

/**
 * Refuses bodies above `maxSize` bytes. A declared length is trusted, because the HTTP server
 * enforces it.
 * Counting the bytes of every body would create a web request for every call.
 */
export function limitBody(maxSize: number, onError: (c: Context) => Response): MiddlewareHandler {
  const counting = bodyLimit({ maxSize, onError });
  return (c, next) => {
    const { headers } = c.req.raw;
    const length = headers.get('content-length');
    if (headers.has('transfer-encoding')) return counting(c, next);
    if (length !== null) return Number(length) > maxSize ? Promise.resolve(onError(c)) : next();
    return isSafeMethod(c.req.method) ? next() : counting(c, next);
  };
}
