import { desc } from 'drizzle-orm';
import { expect, test as baseTest } from 'vitest';

import { mails } from './tables.server.ts';

import { givenSignedIn } from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { mailServerFixture } from '../../../tests/support/mail-server.ts';
import { openShopFor, shopFixture } from '../../../tests/support/shop-test.ts';
const test = baseTest
  .extend('server', { scope: 'file' }, mailServerFixture)
  .extend('demo', { scope: 'file' }, shopFixture())
  .extend('sending', { scope: 'file' }, ({ server }, fixture) =>
    openShopFor(fixture, { settings: { SMTP_URL: server.url, RATE_LIMITS: 'on' } }),
  );

const send = (visitor: TestVisitor, to_email: string, test_type = 'simple') =>
  visitor.send('POST', '/test-email', { to_email, test_type });

test.for([
  ['simple', 'Test email from halorosa'],
  ['order_template', /^Test: your halorosa order HR-SAMPLE22 is confirmed$/],
] as const)('in a demo shop anyone can send a %s test to the dev mailbox', async ([type, subject], { demo }) => {
  expect(await send(newVisitor(demo), ' mia@example.com ', type)).toEqual({ status: 200, body: { success: true } });
  const [mail] = await demo.ctx.db.select().from(mails).orderBy(desc(mails.createdAt)).limit(1);
  expect(mail).toMatchObject({ toAddress: 'mia@example.com', state: 'sent' });
  expect(mail?.subject).toMatch(subject);
});

test.for([
  ['', 'Enter an email address for the test.'],
  ['mia', 'Enter a complete email address, for example name@example.com'],
  ['a@b.co, eve@example.com', 'Enter a complete email address, for example name@example.com'],
] as const)('a test to %j is refused', async ([to, error], { demo }) => {
  expect(await send(newVisitor(demo), to)).toEqual({ status: 422, body: { success: false, error } });
});

test.for([[{}], [{ to_email: 'a@b.co', test_type: 'other' }], [null], [[]]] as const)(
  'the body %j is refused',
  async ([body], { demo }) => {
    expect((await newVisitor(demo).send('POST', '/test-email', body)).status).toBe(400);
  },
);

test('in a shop with a mail server guests and customers cannot send test mails', async ({ server, sending }) => {
  const error = 'Only admins can send test emails. Sign in as an admin.';
  const { email, visitor: customer } = await givenSignedIn(sending);
  for (const visitor of [newVisitor(sending), customer]) {
    expect(await send(visitor, email)).toEqual({ status: 403, body: { success: false, error } });
  }
  expect(server.asked).toEqual([]);
});

test('in a shop with a mail server an admin can test only the own address, five times an hour', async ({
  server,
  sending,
}) => {
  server.forget();
  const { email, visitor: admin } = await givenSignedIn(sending, 'admin');
  const other = { success: false, error: 'You can send test emails only to your own address.' };
  expect(await send(admin, 'eve@example.com')).toEqual({ status: 403, body: other });
  const typed = email.replace('s', 'S');
  for (let attempt = 1; attempt <= 5; attempt += 1) expect((await send(admin, typed)).status).toBe(200);
  expect((await send(admin, email)).status).toBe(429);
  expect(server.asked).toHaveLength(5);
});

test('a refused test mail fails and is not retried', async ({ server, sending }) => {
  server.forget();
  server.behave({ recipient: 450 });
  const { email, visitor: admin } = await givenSignedIn(sending, 'admin');
  const error = 'The email server rejected the email. Check it under Settings > Connections.';
  expect(await send(admin, email)).toEqual({ status: 422, body: { success: false, error } });
  const [mail] = await sending.ctx.db.select().from(mails).orderBy(desc(mails.createdAt)).limit(1);
  expect(mail).toMatchObject({ state: 'failed', attempts: 1 });
});
