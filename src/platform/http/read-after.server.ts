import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';

import { endOfLog, isPosition, type Reads } from '../db/reads.server.ts';
import type { Db } from '../db/database.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const name = 'read_after';
/** Longer than a replica may lag, in seconds. */
const hour = 3_600;

export const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * After each write of an admin, stores the database position in a cookie. The browser's next pages
 * must include it; a replica that has replayed it may serve them.
 */
export function trackWrites(reads: Reads, { publicUrl }: { publicUrl: string }) {
  return createMiddleware<ShopEnv>(async (c, next) => {
    await next();
    if (isRead(c.req.method) || c.get('visitor').user?.role !== 'admin') return;
    const position = await reads.position().catch(() => endOfLog);
    const secure = publicUrl.startsWith('https:');
    setCookie(c, name, position, { path: '/', maxAge: hour, httpOnly: true, sameSite: 'Lax', secure });
  });
}

/**
 * Returns the database for a page that only displays data. Null for a write, whose response shows
 * its result, and without a replica.
 */
export function readsOf(c: Context<ShopEnv>, reads: Reads | null): Db | null {
  if (reads === null || !isRead(c.req.method)) return null;
  const after = getCookie(c, name);
  return reads.after(after !== undefined && isPosition(after) ? after : null);
}
