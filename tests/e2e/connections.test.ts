import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect } from 'vitest';

import { startMailServer } from '../support/mail-server.ts';
import { testWithShop } from './fixtures.ts';
import { openAdmin } from './support/admin-pages.ts';
import { axeViolations } from './support/page-checks.ts';
import { owner } from './support/sign-in.ts';

/** Provider that accepts every key but one that calls itself wrong, and has no payments. */
const provider = createServer((request, response) => {
  const isWrong = request.headers.authorization?.includes('_wrong') === true;
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' };
  response.writeHead(isWrong ? 401 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isWrong ? { error } : { object: 'list', data: [], has_more: false }));
});
await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
const { port } = provider.address() as AddressInfo;

const test = testWithShop({ PUBLIC_URL: '', STRIPE_API_URL: `http://127.0.0.1:${port}` });
test.afterAll(() => void provider.close());

test('the owner chooses the address and enters keys and email server by clicks, each in force without a restart', async ({
  shop,
  newAdmin,
}) => {
  const server = await startMailServer();
  const mail = new URL(server.url);
  const { page, problems } = await newAdmin({ width: 1366, height: 768 });
  await openAdmin(page, 'launch');
  await page.getByRole('link', { name: 'Enter the keys: Payment keys' }).click();
  await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();

  const address = page.getByRole('region', { name: 'Address' });
  await address.getByText(`This page is open at ${shop.url}.`).waitFor();
  await address.getByRole('button', { name: 'Use this address' }).click();
  await address.getByText('Enter your password').waitFor();
  await address.getByLabel('Your password').fill(owner.password);
  await address.getByRole('button', { name: 'Use this address' }).click();
  await address.getByText(shop.url, { exact: true }).waitFor();

  const payments = page.getByRole('region', { name: 'Payments' });
  const saveKeys = async (secretKey: string) => {
    await payments.getByLabel('Publishable key').fill('pk_test_planted_public_7Yqk');
    await payments.getByLabel('Secret key').fill(secretKey);
    await payments.getByLabel('Your password').fill(owner.password);
    await payments.getByRole('button', { name: 'Save keys' }).click();
  };
  await saveKeys('sk_test_wrong_planted_4X2a');
  await payments.getByText('Stripe refused the key ending in 4X2a.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await saveKeys('sk_test_planted_secret_4X2a');
  await page.getByText('Saved. Every part of the shop uses it within a few seconds.').first().waitFor();
  await payments.getByText('Ends in 4X2a. Leave empty to keep it.').waitFor();
  await payments.getByRole('button', { name: 'Check the keys' }).click();
  await page.getByText('The payment keys are a matching pair of test keys.').first().waitFor();

  const email = page.getByRole('region', { name: 'Email' });
  await email.getByLabel('Server').fill(mail.hostname);
  await email.getByLabel('Port').fill(mail.port);
  await email.getByLabel('Sender').fill('Rosa <hello@rosa.shop>');
  await email.getByLabel('Your password').fill(owner.password);
  await email.getByRole('button', { name: 'Save email server' }).click();
  await email.getByRole('button', { name: 'Send a test email' }).click();
  await page.getByText(`Test email sent to ${owner.email}.`).first().waitFor();
  expect(server.taken).toMatchObject([{ from: 'hello@rosa.shop', recipients: [owner.email] }]);

  const config = await page.request.get('/api/get-stripe-config');
  expect(await config.json()).toMatchObject({ publishableKey: 'pk_test_planted_public_7Yqk', mode: 'test' });
  expect(await page.content()).not.toContain('planted_secret');
  await server.stop();
  // The two refusals above: a missing password and a wrong key.
  expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
});
