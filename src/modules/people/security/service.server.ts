import { and, eq, sql } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

import type { LogPlace } from '#modules/ground/audit/rules.ts';
import { logPage } from '#modules/ground/audit/search/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { clientIp, type Proxies } from '#platform/http/client-ip.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';
import type { Reached } from '#platform/limits/limits.server.ts';
import { textOf } from '#shared/field-of.ts';

import { areaOf, kindOf, subjectOf, type SecurityEvent, type SecurityKind } from './rules.ts';
import { sourceOf } from './source/service.server.ts';
import { securityEvents } from './tables.server.ts';

export type SecurityRow = typeof securityEvents.$inferSelect;

/** Notes an event; the same one within an hour is counted. */
export async function recordSecurityEvent(db: Db, { kind, subject, accountId, ip }: SecurityEvent): Promise<void> {
  const named = { kind, subject: subjectOf(subject), accountId: accountId ?? '', source: sourceOf(ip ?? '') };
  const { count, hour } = securityEvents;
  await db
    .insert(securityEvents)
    .values({ ...named, hour: sql`date_trunc('hour', now())`, lastAt: sql`now()` })
    .onConflictDoUpdate({
      target: [securityEvents.kind, securityEvents.subject, securityEvents.accountId, securityEvents.source, hour],
      set: { count: sql`${count} + 1`, lastAt: sql`now()` },
    });
}

type Watching = { db: Db; log: Logger };

/** Notes an event beside a request, which goes on whether or not it can be noted. */
async function noteSecurityEvent({ db, log }: Watching, event: SecurityEvent): Promise<void> {
  try {
    await recordSecurityEvent(db, event);
  } catch (error) {
    log.warn({ err: error, kind: event.kind }, 'a security event could not be noted');
  }
}

/** Notes whoever reaches a limit; a key that is no address names nobody here. */
export function noteReachedLimits(watching: Watching) {
  return ({ limit, key }: Reached): Promise<void> =>
    noteSecurityEvent(watching, { kind: 'limit_reached', subject: limit, ip: key.split(' ')[0] ?? '' });
}

/** Notes what the answers of the shop refuse: sign-ins, origins, keys, signatures and admin pages. */
export function watchSecurity(watching: Watching, proxies: Proxies): MiddlewareHandler<ShopEnv> {
  return async (c, next) => {
    await next();
    const { path } = c.req;
    const user = c.get('visitor')?.user ?? null;
    const kind = kindOf({ path, status: c.res.status, code: textOf(c.error, 'code'), role: user?.role ?? null });
    if (kind === null) return;
    const event = { kind, subject: areaOf(path), accountId: user?.id ?? null, ip: clientIp(c, proxies) };
    await noteSecurityEvent(watching, event);
  };
}

type Query = { kind: SecurityKind | ''; place: LogPlace; limit: number };

/** Events newest first, from a place of the log on. */
export async function securityLog(db: Db, { kind, place, limit }: Query): Promise<SecurityRow[]> {
  const { beyond, order, newestFirst } = logPage(securityEvents.id, place);
  const isMeant = and(kind === '' ? undefined : eq(securityEvents.kind, kind), beyond);
  return newestFirst(await db.select().from(securityEvents).where(isMeant).orderBy(order).limit(limit));
}
