import { isIP } from 'node:net';

import { and, eq, getTableColumns, gt, gte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { LogPlace } from '#modules/audit/audit-log.ts';
import { logPage } from '#modules/audit/search-audit-log.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { clientIp, type Proxies } from '#platform/http/client-ip.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';
import type { Reached } from '#platform/limits/limits.server.ts';
import { sign } from '#platform/session/token.server.ts';
import { textOf } from '#shared/field-of.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Monitoring } from '#platform/monitoring.server.ts';

import { areaOf, kindOf, maxAnHour, subjectOf, type SecurityEvent, type SecurityKind } from './security-log.ts';
import { securityEvents } from './tables.server.ts';

export type SecurityRow = typeof securityEvents.$inferSelect;

/**
 * Returns a keyed hash of an e-mail address. Equal addresses have equal hashes; no address can be
 * read or looked up.
 */
export function accountHashOf(secret: string, email: string): string {
  return email === '' ? '' : sign(secret, 'security-account', email.trim().toLowerCase()).slice(0, 16);
}

/** Columns that identify equal events. The first ones are those of an index. */
const same = ['kind', 'subject', 'accountId', 'source', 'accountHash'] as const;
const later = alias(securityEvents, 'later');

type Stored = Pick<SecurityEvent, 'kind' | 'subject' | 'accountId' | 'ip'> & { accountHash?: string };

/** Adds an event; at most 100 equal ones per hour. */
export async function recordSecurityEvent(db: Db, event: Stored): Promise<void> {
  const { kind, subject, accountId, accountHash = '', ip = '' } = event;
  const source = kind === 'sign_in_failed' ? addressOf(ip) : sourceOf(ip);
  const row = { kind, subject: subjectOf(subject), accountId: accountId ?? '', accountHash, source };
  const isSame = and(...same.map((name) => eq(securityEvents[name], row[name])));
  const inHour = gte(securityEvents.hour, sql`date_trunc('hour', now())`);
  if ((await db.$count(securityEvents, and(isSame, inHour))) >= maxAnHour) return;
  const now = sql`clock_timestamp()`;
  await db
    .insert(securityEvents)
    .values({ ...row, hour: now, lastAt: now })
    .onConflictDoNothing();
}

type Watching = { db: Db; log: Logger; settings: Pick<Settings, 'sessionSecret'> };

/** Records an event of a request. A failure is logged and does not fail the request. */
export async function appendSecurityEvent({ db, log, settings }: Watching, event: SecurityEvent): Promise<void> {
  try {
    const { account = '', ...rest } = event;
    await recordSecurityEvent(db, { ...rest, accountHash: accountHashOf(settings.sessionSecret, account) });
  } catch (error) {
    log.warn({ err: error, kind: event.kind }, 'a security event could not be recorded');
  }
}

/** Records the sender who reaches a limit. A key that is no address identifies nobody here. */
export function recordReachedLimits(watching: Watching) {
  return ({ limit, key }: Reached): Promise<void> =>
    appendSecurityEvent(watching, { kind: 'limit_reached', subject: limit, ip: key.split(' ')[0] ?? '' });
}

type Ports = {
  proxies: Proxies;
  /** True for an order link whose token this shop did not sign. */
  isForgedLink(url: URL): boolean;
};

/**
 * Records exports and the shop's refusals: origins, keys, signatures, admin pages, other people's
 * orders and forged links.
 */
export function watchSecurity(watching: Watching, { proxies, isForgedLink }: Ports): MiddlewareHandler<ShopEnv> {
  return async (c, next) => {
    await next();
    const { path, url } = c.req;
    const user = c.get('visitor')?.user ?? null;
    // A guest at an admin call gets the same code as every guest, so `recordedAs` is read first.
    const code = textOf(c.error, 'recordedAs') || textOf(c.error, 'code');
    const isForged = url.includes('token=') && isForgedLink(new URL(url));
    const found = kindOf({ path, status: c.res.status, code, role: user?.role ?? null });
    const kind = isForged ? 'order_link_refused' : found;
    if (kind === null) return;
    const event = { kind, subject: areaOf(path), accountId: user?.id ?? null, ip: clientIp(c, proxies) };
    await appendSecurityEvent(watching, event);
  };
}

type Query = { kind: SecurityKind | ''; place: LogPlace; limit: number };

/**
 * Returns events newest first from a cursor. Equal events within one hour form one row with their
 * count.
 */
export async function securityLog(db: Db, { kind, place, limit }: Query): Promise<SecurityRow[]> {
  const { beyond, order, newestFirst } = logPage(securityEvents.id, place);
  const begins = sql`date_trunc('hour', ${securityEvents.hour})`;
  const isAlike = and(
    ...same.map((name) => eq(later[name], securityEvents[name])),
    sql`${later.hour} >= ${begins} and ${later.hour} < ${begins} + interval '1 hour'`,
  );
  const ofHour = db
    .select({ count: sql<number>`sum(${later.count})::int` })
    .from(later)
    .where(isAlike);
  const newer = db
    .select({ id: later.id })
    .from(later)
    .where(and(isAlike, gt(later.id, securityEvents.id)));
  const matches = and(kind === '' ? undefined : eq(securityEvents.kind, kind), beyond, notExists(newer));
  const { count: _own, ...columns } = getTableColumns(securityEvents);
  const rows = db.select({ ...columns, count: sql<number>`(${ofHour})` }).from(securityEvents);
  return newestFirst(await rows.where(matches).orderBy(order).limit(limit));
}

/**
 * Returns the network that an address is stored as: the /24 for IPv4, the /48 for IPv6, '' if there
 * is none.
 */
export function sourceOf(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : '';
}

/** Returns the full address for events that a firewall can act on, or '' if there is none. */
export function addressOf(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return network;
  return isIP(ip) === 6 ? ip.toLowerCase() : '';
}

export const securityMonitoring: Monitoring = {
  gauges: [
    {
      name: 'shop_security_events_last_day',
      help: 'What may be an attack, within 24 hours',
      labels: ['kind'],
      counts: sql`
        select ${securityEvents.kind}, sum(${securityEvents.count})::int as count from ${securityEvents}
        where ${securityEvents.lastAt} > now() - interval '1 day' group by 1`,
    },
  ],
};
