import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The address of the client: the socket's, or behind a trusted proxy the one that proxy appended. */
export function clientIp(c: Context, trustProxy: boolean): string {
  if (trustProxy) {
    const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded !== undefined && forwarded !== '') return forwarded;
  }
  // Requests made without a socket (tests, pages calling in) have no connection to ask.
  return 'incoming' in (c.env ?? {}) ? (getConnInfo(c).remote.address ?? 'unknown') : 'local';
}
