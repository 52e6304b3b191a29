import { expect } from 'vitest';

import { accountMails } from '#modules/accounts/accounts.emails.server.ts';

import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import { sendMail } from './send-mail.server.ts';
import { listNewestMails } from './mail-log.queries.server.ts';

/** Stores a mail in the dev mailbox and returns its id. */
async function givenStoredMail(testShop: TestShop): Promise<string> {
  const data = { firstName: 'Mia', url: 'https://halorosa.example/auth', shopUrl: 'https://halorosa.example' };
  const { db } = testShop.ctx;
  await enqueueMail(db, testShop.ctx, { kind: accountMails.verify_email, to: 'mia@example.com', data });
  const [mail] = await listNewestMails(db);
  const id = mail?.id ?? '';
  await sendMail({ ...testShop.ctx, settings: { ...testShop.ctx.settings, smtpUrl: undefined } }, shopMails, id);
  return id;
}

test('a stored mail is shown in a frame without scripts or forms', async ({ shop }) => {
  const answer = await shop.app.request(`/mailbox/${await givenStoredMail(shop)}/html`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Confirm your email address');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox (?!.*allow-(scripts|same-origin|forms))/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.for(['00000000-0000-4000-8000-000000000000', 'x', "' or 1=1"])(
  'the mail id %j is not found',
  async (id, { shop }) => {
    expect((await shop.app.request(`/mailbox/${encodeURIComponent(id)}/html`)).status).toBe(404);
  },
);

test('a shop with a mail server has no public mailbox', async ({ openShop }) => {
  const sending = await openShop({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const id = await givenStoredMail(sending);
  expect((await sending.app.request(`/mailbox/${id}/html`)).status).toBe(404);
});
