import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import type { Settings } from '#platform/env/settings.server.ts';

import { consentDays, consentVersion } from './consent.ts';

const name = 'ads_consent';

/** Sets the cookie that tells the server about consent. Deletes it without consent. */
export function storeConsent(c: Context, settings: Pick<Settings, 'publicUrl'>, ads: boolean): void {
  setCookie(c, name, ads ? consentVersion : '', {
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
