import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { createPayments } from './payments.server.ts';

test("a real shop loads the version of the provider's script against which the browser code is checked", () => {
  const published = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
  const [, version] = /RELEASE_TRAIN = '(\w+)'/.exec(published) ?? [];
  const keys = { stripeSecretKey: 'sk_test_1', stripeWebhookSecrets: ['whsec_1'], sessionSecret: 'secret' };
  const { scriptUrl } = createPayments({
    settings: keys as unknown as Settings,
    db: {} as Db,
    deliver: async () => 200,
  });
  expect(scriptUrl).toBe(`https://js.stripe.com/${version}/stripe.js`);
});
