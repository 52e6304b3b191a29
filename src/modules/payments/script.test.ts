import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { providerScript } from './payments.server.ts';

test("a real shop loads the version of the provider's script against which the browser code is checked", () => {
  const published = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
  const [, version] = /RELEASE_TRAIN = '(\w+)'/.exec(published) ?? [];
  expect(providerScript).toBe(`https://js.stripe.com/${version}/stripe.js`);
});
