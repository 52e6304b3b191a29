import { desc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { contactMessages } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });
});
afterEach(async () => {
  await shop.ctx.db.delete(contactMessages);
  await shop.ctx.db.delete(mails);
});
afterAll(() => shop.close());

const message = { name: 'Mia Rose', email: 'mia@example.com', subject: 'Charging', message: 'How long?\nThank you' };

let visitors = 0;

/** Returns a sender with its own network address, and its own email address unless one is given. */
function givenWriter() {
  visitors += 1;
  const from = { 'x-forwarded-for': `203.0.113.${visitors}` };
  const email = `mia${visitors}@example.com`;
  const visitor = newVisitor(shop);
  return (change: Record<string, unknown> = {}, headers: Record<string, string> = from) =>
    visitor.send('POST', '/send-contact-email', { ...message, email, ...change }, headers);
}

const stored = () => shop.ctx.db.select().from(contactMessages);
const queuedMails = () => shop.ctx.db.select().from(mails).orderBy(desc(mails.createdAt));
const nothingStored = async () => expect([await stored(), await queuedMails()]).toEqual([[], []]);

const accepted = { status: 200, body: { success: true } };
const tooMany = {
  status: 429,
  body: {
    error: 'too_many',
    message: 'You have written several times within an hour. Please try again later.',
  },
};

test('a message is stored, and one mail with it is enqueued for the shop itself', async () => {
  expect(await givenWriter()({ email: ' Mia@Example.com ' })).toEqual(accepted);
  const [row] = await stored();
  expect(row).toMatchObject({ ...message, email: 'Mia@Example.com', handledAt: null });
  const [mail, ...others] = await queuedMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ kind: 'contact_message', toAddress: 'support@halorosa.example', state: 'queued' });
  expect(mail?.subject).toMatch(/^New contact message [0-9A-F]{8}$/);
  expect(mail?.content).toMatchObject({ data: { ...message, email: 'Mia@Example.com' } });
});

test.each([
  ['name', '', 'Enter your name'],
  ['email', 'mia', 'Enter a complete email address, for example name@example.com'],
  ['subject', 'x'.repeat(201), 'Use at most 200 characters'],
  ['message', 'x'.repeat(5_001), 'Use at most 5000 characters'],
])('a message whose %s is %j is refused with one sentence', async (field, typed, sentence) => {
  const { status, body } = await givenWriter()({ [field]: typed });
  expect(status).toBe(400);
  expect(body).toEqual({ error: 'bad_request', message: sentence, issues: [{ path: field, message: sentence }] });
  await nothingStored();
});

test.each([[{}], [null], [[]], [{ ...message, name: 1 }], [{ ...message, email: [message.email] }], ['text']])(
  'a call that does not match the schema is answered 400: %j',
  async (body) => {
    expect(await newVisitor(shop).send('POST', '/send-contact-email', body)).toMatchObject({ status: 400 });
    await nothingStored();
  },
);

test.each([
  ['name', 'Mia\r\nBcc: eve@example.com', 'Mia Bcc: eve@example.com'],
  ['subject', 'Hello\nRCPT TO:<eve@example.com>', 'Hello RCPT TO:<eve@example.com>'],
])('line breaks in the %s are stored as spaces and reach no header', async (field, typed, cleaned) => {
  expect(await givenWriter()({ [field]: typed })).toEqual(accepted);
  expect((await stored())[0]).toMatchObject({ [field]: cleaned });
  const [mail] = await queuedMails();
  expect(mail?.toAddress).toBe('support@halorosa.example');
  expect(mail?.subject).not.toContain('eve');
});

test.each(['mia@example.com\r\nBcc: eve@example.com', 'mia@example.com, eve@example.com', 'Eve <eve@example.com>'])(
  'an address that hides a second one is refused: %j',
  async (email) => {
    expect(await givenWriter()({ email })).toMatchObject({ status: 400 });
    await nothingStored();
  },
);

test.each([{ message: 'a\u0000b' }, { message: 'a\ud800' }, { name: 'Mia\udfff' }])(
  'text that a database cannot store is refused without a server error: %j',
  async (typed) => {
    expect((await givenWriter()(typed)).status).toBe(400);
    await nothingStored();
  },
);

test('a recipient in the call is ignored', async () => {
  expect(await givenWriter()({ to: 'eve@example.com', replyTo: 'eve@example.com', id: 1 })).toEqual(accepted);
  expect((await queuedMails())[0]?.toAddress).toBe('support@halorosa.example');
});

test('a message with a filled honeypot is stored as spam without an email, and counts toward the limit', async () => {
  const write = givenWriter();
  for (let index = 1; index <= 3; index += 1) expect(await write({ website: 'https://x.example' })).toEqual(accepted);
  expect(await stored()).toMatchObject(
    Array.from({ length: 3 }, () => ({ ...message, email: expect.any(String) as string, isSpam: true })),
  );
  expect(await queuedMails()).toEqual([]);
  expect(await write({ website: 'https://x.example' })).toEqual(tooMany);
  expect(await givenWriter()({ website: '' })).toEqual(accepted);
  expect((await stored()).filter(({ isSpam }) => !isSpam)).toHaveLength(1);
  expect(await queuedMails()).toHaveLength(1);
});

test('thirty people behind one network address write in an hour; the next is refused, even with a forged address', async () => {
  const write = givenWriter();
  for (let one = 1; one <= 30; one += 1) expect(await write({ email: `a${one}@example.com` })).toEqual(accepted);
  expect(await write({ email: 'a31@example.com' })).toEqual(tooMany);
  const forged = { 'x-forwarded-for': `198.51.100.9, 203.0.113.${visitors}` };
  expect(await write({ email: 'a32@example.com' }, forged)).toEqual(tooMany);
  expect([await stored(), await queuedMails()].map((rows) => rows.length)).toEqual([30, 30]);
});

test('the fourth message of one email address in an hour is refused, from any network and in any spelling', async () => {
  const email = `${'x'.repeat(60)}@${'e'.repeat(60)}.${'f'.repeat(60)}.${'g'.repeat(60)}.com`;
  for (let index = 1; index <= 3; index += 1) expect(await givenWriter()({ email })).toEqual(accepted);
  expect(await givenWriter()({ email: email.toUpperCase() })).toEqual(tooMany);
  expect(await givenWriter()()).toEqual(accepted);
});

test('a message from another site is refused', async () => {
  expect(await givenWriter()({}, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
  await nothingStored();
});
