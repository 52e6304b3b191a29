import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * True for a direct request of a process on this machine. A proxy on it also connects from
 * loopback, but for somebody else.
 */
export function isFromThisMachine(c: Context): boolean {
  if (proxyHeaders.some((name) => c.req.header(name) !== undefined)) return false;
  if (!loopbackHost.test(c.req.header('host') ?? '')) return false;
  return 'incoming' in (c.env ?? {}) && loopback.has(getConnInfo(c).remote.address ?? '');
}
