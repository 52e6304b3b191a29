import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** An IPv4 address, or an IPv6 address in brackets, behind which some proxies write the port. */
const withPort = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/** The address alone: with its port each connection would be a client of its own, and no limit would hold one. */
function withoutPort(address: string): string {
  const [, six, four] = withPort.exec(address) ?? [];
  return six ?? four ?? address;
}

/** The address of the client: the socket's, or behind a trusted proxy the one that proxy appended. */
export function clientIp(c: Context, trustProxy: boolean): string {
  if (trustProxy) {
    const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded !== undefined && forwarded !== '') return withoutPort(forwarded);
  }
  // Requests made without a socket (tests, pages calling in) have no connection to ask.
  return 'incoming' in (c.env ?? {}) ? (getConnInfo(c).remote.address ?? 'unknown') : 'local';
}
