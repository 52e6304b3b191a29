import { isIP } from 'node:net';

import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { clientIp, type Proxies } from '#platform/http/client-ip.server.ts';
import type { ShopEnv } from '#platform/http/visitor.server.ts';
import type { Reached } from '#platform/limits/limits.server.ts';
import { networkOf } from '#platform/limits/client-network.ts';
import type { Monitoring } from '#platform/monitoring-types.server.ts';
import { sign } from '#platform/session/token.server.ts';
import { storable } from '#shared/clean-text.ts';
import { stringProperty } from '#shared/read-property.ts';

import { countThisHour, eventsOfLastDay, insertSecurityEvent } from './security-log.queries.server.ts';
import { kindOfRequest, maxEventsPerHour, maxSubjectLength, pathArea, type SecurityEvent } from './security-log.ts';

type LogCtx = { db: Db; log: Logger; settings: Pick<Settings, 'sessionSecret'> };

/** Records an event of a request. A failure is logged and does not fail the request. */
export async function appendSecurityEvent({ db, log, settings }: LogCtx, event: SecurityEvent): Promise<void> {
  try {
    const { account = '', ...rest } = event;
    await recordSecurityEvent(db, { ...rest, accountHash: hashAccount(settings.sessionSecret, account) });
  } catch (error) {
    log.warn({ err: error, kind: event.kind }, 'a security event could not be recorded');
  }
}

type HashedEvent = Pick<SecurityEvent, 'kind' | 'subject' | 'accountId' | 'ip'> & { accountHash?: string };

/** Adds an event; at most 100 equal ones per hour. */
export async function recordSecurityEvent(db: Db, event: HashedEvent): Promise<void> {
  const { kind, subject, accountId, accountHash = '', ip = '' } = event;
  const source = kind === 'sign_in_failed' ? fullAddress(ip) : wideNetwork(ip);
  const cut = storable(subject.slice(0, maxSubjectLength));
  const row = { kind, subject: cut, accountId: accountId ?? '', accountHash, source };
  if ((await countThisHour(db, row)) < maxEventsPerHour) await insertSecurityEvent(db, row);
}

/** Records the sender who reaches a limit. A key that is no address identifies nobody here. */
export function recordReachedLimits(ctx: LogCtx) {
  return ({ limit, key }: Reached): Promise<void> =>
    appendSecurityEvent(ctx, { kind: 'limit_reached', subject: limit, ip: key.split(' ')[0] ?? '' });
}

type Ports = {
  proxies: Proxies;
  /** True for an order link whose token this shop did not sign. */
  isForgedLink(url: URL): boolean;
};

/**
 * Records the shop's refusals: origins, keys, signatures, admin pages, other people's
 * orders and forged links.
 */
export function watchSecurity(ctx: LogCtx, { proxies, isForgedLink }: Ports): MiddlewareHandler<ShopEnv> {
  return async (c, next) => {
    await next();
    const { path, url } = c.req;
    const user = c.get('visitor')?.user ?? null;
    // A guest at an admin call gets the same code as every guest, so `recordedAs` is read first.
    const code = stringProperty(c.error, 'recordedAs') || stringProperty(c.error, 'code');
    const isForged = url.includes('token=') && isForgedLink(new URL(url));
    const found = kindOfRequest({ path, status: c.res.status, code, role: user?.role ?? null });
    const kind = isForged ? 'order_link_refused' : found;
    if (kind === null) return;
    const event = { kind, subject: pathArea(path), accountId: user?.id ?? null, ip: clientIp(c, proxies) };
    await appendSecurityEvent(ctx, event);
  };
}

export const securityMonitoring: Monitoring = {
  gauges: [
    {
      name: 'shop_security_events_last_day',
      help: 'Possible attacks in the last 24 hours',
      labels: ['kind'],
      counts: eventsOfLastDay,
    },
  ],
};

/**
 * Returns a keyed hash of an email address. Equal addresses have equal hashes; no address can be
 * read or looked up.
 */
function hashAccount(secret: string, email: string): string {
  return email === '' ? '' : sign(secret, 'security-account', email.trim().toLowerCase()).slice(0, 16);
}

/**
 * Returns the network that an address is stored as: the /24 for IPv4, the /48 for IPv6, '' if there
 * is none.
 */
function wideNetwork(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : '';
}

/** Returns the full address for events that a firewall can act on, or '' if there is none. */
function fullAddress(ip: string): string {
  const network = networkOf(ip);
  if (isIP(network) === 4) return network;
  return isIP(ip) === 6 ? ip.toLowerCase() : '';
}
