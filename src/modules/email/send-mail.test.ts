import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { contactMessage } from '#modules/contact/contact.emails.server.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import type { OrderMail } from '#modules/orders/order-emails.ts';

import { type MailServer } from '../../../tests/support/mail-server.ts';
import { testWithMailServer, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import { sendMail } from './send-mail.server.ts';
import { mailStatus } from './mail-log.server.ts';
import { mails } from './tables.server.ts';

const shopUrl = 'https://halorosa.example';
const test = testWithMailServer({ settings: { PUBLIC_URL: shopUrl } });
test.afterEach(({ server }) => server.forget());

const order = orderConfirmation.sample(shopUrl);

let made = 0;
/** Returns a new recipient, because a mail waits for earlier ones to the same address. */
const newRecipient = () => {
  made += 1;
  return `mia${made}@example.com`;
};

async function givenMail(shop: TestShop, to = newRecipient(), data: OrderMail = order) {
  const orderId = crypto.randomUUID();
  await enqueueMail(shop.ctx.db, shop.ctx, { kind: orderConfirmation, orderId, to, data });
  const read = async () => {
    const [row] = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, orderId));
    if (row === undefined) throw new Error('no mail');
    return row;
  };
  const { id } = await read();
  return { id, orderId, read, send: () => sendMail(shop.ctx, shopMails, id) };
}

const headerNames = (server: MailServer) => server.taken.flatMap(({ mail }) => mail.headers.map(({ key }) => key));

test('a confirmation reaches its customer once and is never sent again', async ({ shop, server }) => {
  const mail = await givenMail(shop);
  await mail.send();
  await mail.send();
  const subject = 'Your halorosa order HR-SAMPLE22 is confirmed';
  const messageId = `<order_confirmation.${mail.orderId}@halorosa.example>`;
  const recipients = [(await mail.read()).toAddress];
  expect(server.taken).toMatchObject([{ recipients, mail: { subject, messageId } }]);
  expect(await mail.read()).toMatchObject({ state: 'sent', attempts: 1, lastError: null });
  expect(await mailStatus(shop.ctx.db, mail.orderId, orderConfirmation)).toBe('sent');
});

test('repeated calls enqueue one confirmation per order', async ({ shop }) => {
  const { orderId } = await givenMail(shop);
  const again = { kind: orderConfirmation, orderId, to: 'mia@example.com', data: order };
  await enqueueMail(shop.ctx.db, shop.ctx, again);
  expect(await shop.ctx.db.$count(mails, eq(mails.orderId, orderId))).toBe(1);
});

test('a mail server that never greets times out', async ({ shop }) => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const settings = { ...shop.ctx.settings, smtpUrl: `smtp://127.0.0.1:${port}?greetingTimeout=300` };
  const mail = await givenMail(shop);
  await expect(sendMail({ ...shop.ctx, settings }, shopMails, mail.id)).rejects.toThrow('not sent after try 1');
  expect((await mail.read()).lastError).toMatch(/greeting/i);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('a mail fails after 22 refused tries and two days', async ({ shop, server }) => {
  server.behave({ recipient: 451 });
  const mail = await givenMail(shop);
  await shop.ctx.db
    .update(mails)
    .set({ attempts: 21, createdAt: new Date(Date.now() - 49 * 3_600_000) })
    .where(eq(mails.id, mail.id));
  await mail.send();
  expect(await mailStatus(shop.ctx.db, mail.orderId, orderConfirmation)).toBe('failed');
});

test('a live shop without a mail server keeps mails queued and never marks them sent', async ({ shop }) => {
  const mail = await givenMail(shop);
  const settings = { ...shop.ctx.settings, smtpUrl: undefined, shopMode: 'live' as const };
  await expect(sendMail({ ...shop.ctx, settings }, shopMails, mail.id)).rejects.toThrow('not sent after try 1');
  expect(await mail.read()).toMatchObject({ state: 'queued', lastError: 'no email server is set' });
});

test.for([
  'mia@example.com\r\nBcc: eve@example.com',
  'mia@example.com\r\nRCPT TO:<eve@example.com>',
  'mia@example.com, eve@example.com',
  'mia@example.com>,<eve@example.com',
  'Eve <eve@example.com> mia@example.com',
])('an address that hides a second one does not reach it: %j', async (to, { shop, server }) => {
  const mail = await givenMail(shop, to);
  await mail.send().catch(() => undefined);
  expect(server.asked).not.toContain('eve@example.com');
  expect(headerNames(server)).not.toContain('bcc');
});

const written = {
  reference: '1A2B3C4D',
  name: 'Mia Rose',
  email: 'mia@example.com',
  subject: 'Charging',
  message: 'How long?',
  shopUrl,
};

test.for([
  ['a plain one', {}, 'mia@example.com'],
  ['line breaks in the name', { name: 'Mia\r\nBcc: eve@example.com' }, 'mia@example.com'],
  ['line breaks in the subject', { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nBody' }, 'mia@example.com'],
  [
    'line breaks in the address',
    { email: 'mia@example.com\r\nBcc: eve@example.com' },
    '<"mia@example.com Bcc: eve"@example.com>',
  ],
  ['a second address', { email: 'mia@example.com, eve@example.com' }, '<"mia@example.com, eve"@example.com>'],
  ['a line that ends the mail', { message: 'a\r\n.\r\nRCPT TO:<eve@example.com>\r\n' }, 'mia@example.com'],
] as const)(
  'a contact message goes only to the shop and replies go to its writer: %s',
  async ([_case, change, replyTo], { shop, server }) => {
    const to = 'support@halorosa.example';
    const data = { ...written, ...change };
    await enqueueMail(shop.ctx.db, shop.ctx, { kind: contactMessage, to, data });
    const isQueued = and(eq(mails.kind, 'contact_message'), eq(mails.state, 'queued'));
    const [row] = await shop.ctx.db.select().from(mails).where(isQueued);
    await sendMail(shop.ctx, shopMails, row?.id ?? '');
    expect(server.taken).toMatchObject([{ recipients: [to] }]);
    expect(headerNames(server).filter((name) => /^(bcc|cc|rcpt)/i.test(name))).toEqual([]);
    expect(server.taken[0]?.mail.subject).toBe('New contact message 1A2B3C4D');
    expect(server.taken[0]?.mail.text).toContain(data.message.trim().split('\r\n').at(-1));
    expect(server.taken[0]?.mail.headers.find(({ key }) => key === 'reply-to')?.value).toBe(replyTo);
  },
);

test('a mail queued before links were encrypted is sent with its link', async ({ shop, server }) => {
  const [to, url] = ['waiting@example.com', 'https://halorosa.example/auth/reset?token=from-before'];
  const data = { firstName: 'Mia', url, shopUrl };
  await enqueueMail(shop.ctx.db, shop.ctx, { kind: accountMails.reset_password, to, data });
  const content = { kind: 'reset_password' as const, data };
  const [row] = await shop.ctx.db.update(mails).set({ content }).where(eq(mails.toAddress, to)).returning();
  await sendMail(shop.ctx, shopMails, row?.id ?? '');
  expect(server.taken[0]?.mail.text).toContain(url);
});

test.for(['verify_email', 'reset_password', 'confirm_device'] as const)(
  'the link of a %s mail reaches its reader and is never readable in the table',
  async (kind, { shop, server }) => {
    const to = `${kind}@example.com`;
    const url = 'https://halorosa.example/auth/confirm?token=only-for-mia';
    const data = { firstName: 'Mia', url, shopUrl };
    await enqueueMail(shop.ctx.db, shop.ctx, { kind: accountMails[kind], to, data });
    const read = () => shop.ctx.db.select().from(mails).where(eq(mails.toAddress, to));
    const [waiting] = await read();
    expect(JSON.stringify(waiting)).not.toContain('only-for-mia');
    await sendMail(shop.ctx, shopMails, waiting?.id ?? '');
    expect(server.taken[0]?.mail.text).toContain(url);
    const [sent] = await read();
    expect([sent?.state, sent?.html, sent?.text]).toEqual(['sent', null, null]);
    expect(JSON.stringify(sent)).not.toContain('only-for-mia');
  },
);
