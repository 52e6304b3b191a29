import { afterAll, beforeAll, expect, test } from 'vitest';

import { accountMails } from '#modules/accounts/accounts.emails.server.ts';

import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { shopMails } from '#app/mails.server.ts';
import { enqueueMail, newestMails, sendMail } from './send-mail.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** A mail that the shop has written and kept. */
async function givenKeptMail(kept: TestShop): Promise<string> {
  const data = { firstName: 'Mia', url: 'https://halorosa.example/auth', shopUrl: 'https://halorosa.example' };
  const { db } = kept.ctx;
  await enqueueMail(db, kept.ctx, { kind: accountMails.verify_email, to: 'mia@example.com', data });
  const [mail] = await newestMails(db);
  const id = mail?.id ?? '';
  await sendMail({ ...kept.ctx, settings: { ...kept.ctx.settings, smtpUrl: undefined } }, shopMails, id);
  return id;
}

test('a kept mail is shown in a frame that runs nothing and sends nothing', async () => {
  const answer = await shop.app.request(`/mailbox/${await givenKeptMail(shop)}/html`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Confirm your e-mail address');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox (?!.*allow-(scripts|same-origin|forms))/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each(['00000000-0000-4000-8000-000000000000', 'x', "' or 1=1"])('there is no mail %j', async (id) => {
  expect((await shop.app.request(`/mailbox/${encodeURIComponent(id)}/html`)).status).toBe(404);
});

test('a shop with a mail server shows nobody its mails', async () => {
  const sending = await openTestShop({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const id = await givenKeptMail(sending);
  expect((await sending.app.request(`/mailbox/${id}/html`)).status).toBe(404);
  await sending.close();
});
