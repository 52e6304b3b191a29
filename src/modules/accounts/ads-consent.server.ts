import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import type { Ctx } from '#platform/ctx.server.ts';

import { insertConsent } from './accounts.queries.server.ts';
import { consentDays, consentVersion } from './ads-consent.ts';

const name = 'ads_consent';

type Decision = { ads: boolean; version: string };

/**
 * Records a decision about a version of the question, and sets the cookie that tells the server
 * about consent. Deletes the cookie without consent. The cookie names the version that the visitor
 * read, so agreement to an older text does not count.
 */
export async function storeConsent(
  c: Context,
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  { ads, version }: Decision,
): Promise<void> {
  await insertConsent(db, { ads, version });
  setCookie(c, name, ads ? version : '', {
    path: '/',
    maxAge: ads ? consentDays * 86_400 : 0,
    httpOnly: true,
    sameSite: 'Lax',
    secure: settings.publicUrl.startsWith('https:'),
  });
}

/** True when the browser sends the Global Privacy Control signal. */
export const hasPrivacySignal = (c: Context) => c.req.header('sec-gpc') === '1';

/** True when the visitor has consented and the browser sends no privacy signal. */
export function hasConsent(c: Context): boolean {
  return getCookie(c, name) === consentVersion && !hasPrivacySignal(c);
}
