import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';

import { endOfLog, isPosition, type Reads } from '../db/reads.server.ts';
import type { Db } from '../db/database.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const name = 'read_after';
/** Longer than a replica may be behind. */
const hour = 3_600;

export const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** Notes with each write of an admin, in that browser, what its next pages must show: from a replica, if it has that already. */
export function trackWrites(reads: Reads, { publicUrl }: { publicUrl: string }) {
  return createMiddleware<ShopEnv>(async (c, next) => {
    await next();
    if (isRead(c.req.method) || c.get('visitor').user?.role !== 'admin') return;
    const position = await reads.position().catch(() => endOfLog);
    const secure = publicUrl.startsWith('https:');
    setCookie(c, name, position, { path: '/', maxAge: hour, httpOnly: true, sameSite: 'Lax', secure });
  });
}

/** Where a page that only shows reads; null for a write, whose answer shows what it did, and where no replica serves. */
export function readsOf(c: Context<ShopEnv>, reads: Reads | null): Db | null {
  if (reads === null || !isRead(c.req.method)) return null;
  const after = getCookie(c, name);
  return reads.after(after !== undefined && isPosition(after) ? after : null);
}
