import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { consentTexts } from '#modules/accounts/ads-consent-texts.ts';
import { consentVersion } from '#modules/accounts/ads-consent.ts';
import { emailConsent } from '#modules/marketing/email-consent.ts';

const digest = (texts: unknown) => createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);

test('a changed consent text gets a new version', () => {
  const { version, ...emailTexts } = emailConsent;
  expect({ [consentVersion]: digest(consentTexts) }).toEqual({ '2026-11-26': 'b1776d4605ec15c1' });
  expect({ [version]: digest(Object.values(emailTexts)) }).toEqual({ '2026-11-26': 'ca04bad88c4e3a9c' });
});
