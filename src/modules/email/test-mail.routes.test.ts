import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mails } from './tables.server.ts';

import { givenSignedIn } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { startMailServer, type MailServer } from '../../../tests/support/mail-server.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

let server: MailServer;
let demo: TestShop;
let sending: TestShop;
beforeAll(async () => {
  server = await startMailServer();
  demo = await openTestShop();
  sending = await openTestShop({ settings: { SMTP_URL: server.url, RATE_LIMITS: 'on' } });
});
afterAll(async () => {
  await server.stop();
  await demo.close();
  await sending.close();
});

const send = (visitor: TestVisitor, to_email: string, test_type = 'simple') =>
  visitor.send('POST', '/test-email', { to_email, test_type });

test.each([
  ['simple', 'Test mail of halorosa'],
  ['order_template', /^Test: your halorosa order HR-SAMPLE22 is confirmed$/],
])('in a demo shop anyone can send a %s test to the dev mailbox', async (type, subject) => {
  expect(await send(newVisitor(demo), ' mia@example.com ', type)).toEqual({ status: 200, body: { success: true } });
  const [mail] = await demo.ctx.db.select().from(mails).orderBy(desc(mails.createdAt)).limit(1);
  expect(mail).toMatchObject({ toAddress: 'mia@example.com', state: 'sent' });
  expect(mail?.subject).toMatch(subject);
});

test.each([
  ['', 'Please enter an email address to test with.'],
  ['mia', 'Enter a complete email address, for example name@example.com'],
  ['a@b.co, eve@example.com', 'Enter a complete email address, for example name@example.com'],
])('a test to %j is refused', async (to, error) => {
  expect(await send(newVisitor(demo), to)).toEqual({ status: 422, body: { success: false, error } });
});

test.each([[{}], [{ to_email: 'a@b.co', test_type: 'other' }], [null], [[]]])(
  'the body %j is refused',
  async (body) => {
    expect((await newVisitor(demo).send('POST', '/test-email', body)).status).toBe(400);
  },
);

test('in a shop with a mail server guests and customers cannot send test mails', async () => {
  const error = 'Only admins can send test mails from this shop. Please sign in as an admin.';
  const { email, visitor: customer } = await givenSignedIn(sending);
  for (const visitor of [newVisitor(sending), customer]) {
    expect(await send(visitor, email)).toEqual({ status: 403, body: { success: false, error } });
  }
  expect(server.asked).toEqual([]);
});

test('in a shop with a mail server an admin can test only the own address, five times an hour', async () => {
  server.forget();
  const { email, visitor: admin } = await givenSignedIn(sending, 'admin');
  const other = { success: false, error: 'Test mails go to your own address only.' };
  expect(await send(admin, 'eve@example.com')).toEqual({ status: 403, body: other });
  const typed = email.replace('s', 'S');
  for (let attempt = 1; attempt <= 5; attempt += 1) expect((await send(admin, typed)).status).toBe(200);
  expect((await send(admin, email)).status).toBe(429);
  expect(server.asked).toHaveLength(5);
});

test('a refused test mail fails and is not retried', async () => {
  server.forget();
  server.behave({ recipient: 450 });
  const { email, visitor: admin } = await givenSignedIn(sending, 'admin');
  const error = 'The mail server did not take the mail.';
  expect(await send(admin, email)).toEqual({ status: 422, body: { success: false, error } });
  const [mail] = await sending.ctx.db.select().from(mails).orderBy(desc(mails.createdAt)).limit(1);
  expect(mail).toMatchObject({ state: 'failed', attempts: 1 });
});
