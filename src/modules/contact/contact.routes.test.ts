import { desc } from 'drizzle-orm';
import { expect } from 'vitest';

import { mails } from '#modules/email/tables.server.ts';

import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { contactMessages } from './tables.server.ts';

const test = testWithShop({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

test.afterEach(async ({ shop }) => {
  await shop.ctx.db.delete(contactMessages);
  await shop.ctx.db.delete(mails);
});

const message = { name: 'Mia Rose', email: 'mia@example.com', subject: 'Charging', message: 'How long?\nThank you' };

let visitors = 0;

/** Returns a sender with its own network address, and its own email address unless one is given. */
function givenWriter(shop: TestShop) {
  visitors += 1;
  const from = { 'x-forwarded-for': `203.0.113.${visitors}` };
  const email = `mia${visitors}@example.com`;
  const visitor = newVisitor(shop);
  return (change: Record<string, unknown> = {}, headers: Record<string, string> = from) =>
    visitor.send('POST', '/send-contact-email', { ...message, email, ...change }, headers);
}

const stored = (shop: TestShop) => shop.ctx.db.select().from(contactMessages);
const queuedMails = (shop: TestShop) => shop.ctx.db.select().from(mails).orderBy(desc(mails.createdAt));
const nothingStored = async (shop: TestShop) => expect([await stored(shop), await queuedMails(shop)]).toEqual([[], []]);

const accepted = { status: 200, body: { success: true } };
const tooMany = {
  status: 429,
  body: {
    error: 'too_many',
    message: 'You have written several times within an hour. Please try again later.',
  },
};

test('a message is stored, and one mail with it is enqueued for the shop itself', async ({ shop }) => {
  expect(await givenWriter(shop)({ email: ' Mia@Example.com ' })).toEqual(accepted);
  const [row] = await stored(shop);
  expect(row).toMatchObject({ ...message, email: 'Mia@Example.com', handledAt: null });
  const [mail, ...others] = await queuedMails(shop);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ kind: 'contact_message', toAddress: 'support@halorosa.example', state: 'queued' });
  expect(mail?.subject).toMatch(/^New contact message [0-9A-F]{8}$/);
  expect(mail?.content).toMatchObject({ data: { ...message, email: 'Mia@Example.com' } });
});

test.for([
  ['name', '', 'Enter your name'],
  ['email', 'mia', 'Enter a complete email address, for example name@example.com'],
  ['subject', 'x'.repeat(201), 'Use at most 200 characters'],
  ['message', 'x'.repeat(5_001), 'Use at most 5000 characters'],
] as const)('a message whose %s is %j is refused with one sentence', async ([field, typed, sentence], { shop }) => {
  const { status, body } = await givenWriter(shop)({ [field]: typed });
  expect(status).toBe(400);
  expect(body).toEqual({ error: 'bad_request', message: sentence, issues: [{ path: field, message: sentence }] });
  await nothingStored(shop);
});

test.for([[{}], [null], [[]], [{ ...message, name: 1 }], [{ ...message, email: [message.email] }], ['text']] as const)(
  'a call that does not match the schema is answered 400: %j',
  async ([body], { shop }) => {
    expect(await newVisitor(shop).send('POST', '/send-contact-email', body)).toMatchObject({ status: 400 });
    await nothingStored(shop);
  },
);

test.for([
  ['name', 'Mia\r\nBcc: eve@example.com', 'Mia Bcc: eve@example.com'],
  ['subject', 'Hello\nRCPT TO:<eve@example.com>', 'Hello RCPT TO:<eve@example.com>'],
] as const)(
  'line breaks in the %s are stored as spaces and reach no header',
  async ([field, typed, cleaned], { shop }) => {
    expect(await givenWriter(shop)({ [field]: typed })).toEqual(accepted);
    expect((await stored(shop))[0]).toMatchObject({ [field]: cleaned });
    const [mail] = await queuedMails(shop);
    expect(mail?.toAddress).toBe('support@halorosa.example');
    expect(mail?.subject).not.toContain('eve');
  },
);

test.for(['mia@example.com\r\nBcc: eve@example.com', 'mia@example.com, eve@example.com', 'Eve <eve@example.com>'])(
  'an address that hides a second one is refused: %j',
  async (email, { shop }) => {
    expect(await givenWriter(shop)({ email })).toMatchObject({ status: 400 });
    await nothingStored(shop);
  },
);

test.for([{ message: 'a\u0000b' }, { message: 'a\ud800' }, { name: 'Mia\udfff' }])(
  'text that a database cannot store is refused without a server error: %j',
  async (typed, { shop }) => {
    expect((await givenWriter(shop)(typed)).status).toBe(400);
    await nothingStored(shop);
  },
);

test('a recipient in the call is ignored', async ({ shop }) => {
  expect(await givenWriter(shop)({ to: 'eve@example.com', replyTo: 'eve@example.com', id: 1 })).toEqual(accepted);
  expect((await queuedMails(shop))[0]?.toAddress).toBe('support@halorosa.example');
});

test('a message with a filled honeypot is stored as spam without an email, and counts toward the limit', async ({
  shop,
}) => {
  const write = givenWriter(shop);
  for (let index = 1; index <= 3; index += 1) expect(await write({ website: 'https://x.example' })).toEqual(accepted);
  expect(await stored(shop)).toMatchObject(
    Array.from({ length: 3 }, () => ({ ...message, email: expect.any(String) as string, isSpam: true })),
  );
  expect(await queuedMails(shop)).toEqual([]);
  expect(await write({ website: 'https://x.example' })).toEqual(tooMany);
  expect(await givenWriter(shop)({ website: '' })).toEqual(accepted);
  expect((await stored(shop)).filter(({ isSpam }) => !isSpam)).toHaveLength(1);
  expect(await queuedMails(shop)).toHaveLength(1);
});

test('thirty people behind one network address write in an hour; the next is refused, even with a forged address', async ({
  shop,
}) => {
  const write = givenWriter(shop);
  for (let one = 1; one <= 30; one += 1) expect(await write({ email: `a${one}@example.com` })).toEqual(accepted);
  expect(await write({ email: 'a31@example.com' })).toEqual(tooMany);
  const forged = { 'x-forwarded-for': `198.51.100.9, 203.0.113.${visitors}` };
  expect(await write({ email: 'a32@example.com' }, forged)).toEqual(tooMany);
  expect([await stored(shop), await queuedMails(shop)].map((rows) => rows.length)).toEqual([30, 30]);
});

test('the fourth message of one email address in an hour is refused, from any network and in any spelling', async ({
  shop,
}) => {
  const email = `${'x'.repeat(60)}@${'e'.repeat(60)}.${'f'.repeat(60)}.${'g'.repeat(60)}.com`;
  for (let index = 1; index <= 3; index += 1) expect(await givenWriter(shop)({ email })).toEqual(accepted);
  expect(await givenWriter(shop)({ email: email.toUpperCase() })).toEqual(tooMany);
  expect(await givenWriter(shop)()).toEqual(accepted);
});

test('a message from another site is refused', async ({ shop }) => {
  expect(await givenWriter(shop)({}, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
  await nothingStored(shop);
});
