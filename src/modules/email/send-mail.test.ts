import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { contactMessage } from '#modules/contact/contact.emails.server.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import type { OrderMail } from '#modules/orders/order-emails.ts';
import { emptyNotes } from '#shared/order-notes.ts';

import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { shopMails } from '#app/mails.server.ts';
import { enqueueMail, sendMail } from './send-mail.server.ts';
import { mailStatus } from './mail-log.server.ts';
import { mails } from './tables.server.ts';

type Behaviour = 'takes' | 'refuses' | 'hangs up' | 'never greets';
type Received = { recipients: string[]; message: string };

let behaviour: Behaviour = 'takes';
let received: Received[] = [];
const sockets = new Set<Socket>();

function answerTo(line: string, current: Received): string {
  const command = line.slice(0, 4).toUpperCase();
  if (command === 'EHLO' || command === 'HELO') return '250 sink';
  if (command === 'RCPT') {
    current.recipients.push(line.slice(line.indexOf('<') + 1, line.lastIndexOf('>')));
    return behaviour === 'refuses' ? '451 mia@example.com is busy' : '250 ok';
  }
  if (command === 'DATA') return '354 go on';
  return command === 'QUIT' ? '221 bye' : '250 ok';
}

function converse(socket: Socket): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => undefined);
  const current: Received = { recipients: [], message: '' };
  let pending = '';
  let inMessage = false;
  const say = (text: string) => socket.write(`${text}\r\n`);
  const onLine = (line: string) => {
    if (!inMessage) {
      inMessage = line.toUpperCase() === 'DATA';
      if (inMessage && behaviour === 'hangs up') return socket.destroy();
      return say(answerTo(line, current));
    }
    if (line !== '.') return void (current.message += `${line}\r\n`);
    inMessage = false;
    received.push(current);
    return say('250 taken');
  };
  socket.on('data', (bytes) => {
    const lines = (pending + bytes.toString('utf8')).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  if (behaviour !== 'never greets') say('220 sink');
}

let sink: Server;
let shop: TestShop;

beforeAll(async () => {
  sink = createServer(converse);
  await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done));
  const { port } = sink.address() as AddressInfo;
  const SMTP_URL = `smtp://127.0.0.1:${port}?ignoreTLS=true&greetingTimeout=300`;
  shop = await openTestShop({ settings: { SMTP_URL, PUBLIC_URL: 'https://halorosa.example' } });
});

afterEach(() => {
  behaviour = 'takes';
  received = [];
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => sink.close(done));
  await shop.close();
});

const order: OrderMail = {
  orderNumber: 'HR-7K3QX9M2',
  firstName: 'Mia',
  placedAt: 'November 21, 2026',
  items: [{ name: 'Wand', imageUrl: '/media/hero', quantity: 1, amountCents: 5_900 }],
  subtotalCents: 5_900,
  reductions: [],
  shipping: { name: 'Standard', amountCents: 0, delivery: 'Wed, Nov 25' },
  taxCents: 0,
  taxIncluded: null,
  totalCents: 5_900,
  addressLines: ['Mia Rose', '1 Market Street', 'US'],
  ...emptyNotes,
  trackUrl: 'https://halorosa.example/track?token=a.b',
  shopUrl: 'https://halorosa.example',
};

let recipients = 0;
/** Returns a new recipient, because a mail waits for earlier ones to the same address. */
const newRecipient = () => {
  recipients += 1;
  return `mia${recipients}@example.com`;
};

async function givenMail(to = newRecipient(), data: OrderMail = order) {
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

/** Returns a received mail's headers, each unfolded to one line. */
const headersOf = (mail: Received | undefined) =>
  (mail?.message.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n\s+/g, ' ');
const messageIdOf = (mail: Received | undefined) => /^Message-ID: (\S+)/m.exec(headersOf(mail))?.[1];

test('a confirmation reaches its customer once and is never sent again', async () => {
  const mail = await givenMail();
  await mail.send();
  await mail.send();
  expect(received).toHaveLength(1);
  expect(received[0]?.recipients).toEqual([(await mail.read()).toAddress]);
  expect(headersOf(received[0])).toContain('Subject: Your halorosa order HR-7K3QX9M2 is confirmed');
  expect(messageIdOf(received[0])).toBe(`<order_confirmation.${mail.orderId}@halorosa.example>`);
  expect(await mail.read()).toMatchObject({ state: 'sent', attempts: 1, lastError: null });
  expect(await mailStatus(shop.ctx.db, mail.orderId, orderConfirmation)).toBe('sent');
});

test('repeated calls enqueue one confirmation per order', async () => {
  const { orderId } = await givenMail();
  const again = { kind: orderConfirmation, orderId, to: 'mia@example.com', data: order };
  await enqueueMail(shop.ctx.db, shop.ctx, again);
  expect(await shop.ctx.db.select().from(mails).where(eq(mails.orderId, orderId))).toHaveLength(1);
});

test('a refused mail stays queued with its reason, and the logged error contains no personal data', async () => {
  behaviour = 'refuses';
  const mail = await givenMail();
  await expect(mail.send()).rejects.toThrow(`mail ${mail.id} is not sent after try 1`);
  const row = await mail.read();
  expect(row).toMatchObject({ state: 'queued', attempts: 1 });
  expect(row.lastError).toContain('451');
  expect(await mailStatus(shop.ctx.db, mail.orderId, orderConfirmation)).toBe('unknown');
});

test('a retried mail keeps its Message-ID, and a lost connection does not count as a try', async () => {
  behaviour = 'hangs up';
  const mail = await givenMail();
  await expect(mail.send()).rejects.toThrow('not sent after try 1');
  behaviour = 'takes';
  await mail.send();
  expect(messageIdOf(received[0])).toBe((await mail.read()).messageId);
  expect(await mail.read()).toMatchObject({ state: 'sent', attempts: 1, lastError: null });
});

test('a mail server that never greets times out', async () => {
  behaviour = 'never greets';
  const mail = await givenMail();
  await expect(mail.send()).rejects.toThrow('not sent after try 1');
  expect((await mail.read()).lastError).toMatch(/greeting/i);
});

test('a mail fails after 22 refused tries and two days', async () => {
  behaviour = 'refuses';
  const mail = await givenMail();
  await shop.ctx.db
    .update(mails)
    .set({ attempts: 21, createdAt: new Date(Date.now() - 49 * 3_600_000) })
    .where(eq(mails.id, mail.id));
  await mail.send();
  expect(await mailStatus(shop.ctx.db, mail.orderId, orderConfirmation)).toBe('failed');
});

test('a live shop without a mail server keeps mails queued and never marks them sent', async () => {
  const mail = await givenMail();
  const settings = { ...shop.ctx.settings, smtpUrl: undefined, shopMode: 'live' as const };
  await expect(sendMail({ ...shop.ctx, settings }, shopMails, mail.id)).rejects.toThrow('not sent after try 1');
  expect(await mail.read()).toMatchObject({ state: 'queued', lastError: 'SMTP_URL is not set' });
});

test.each([
  'mia@example.com\r\nBcc: eve@example.com',
  'mia@example.com\r\nRCPT TO:<eve@example.com>',
  'mia@example.com, eve@example.com',
  'mia@example.com>,<eve@example.com',
  'Eve <eve@example.com> mia@example.com',
])('an address that hides a second one does not reach it: %j', async (to) => {
  const mail = await givenMail(to);
  await mail.send().catch(() => undefined);
  const others = received.flatMap(({ recipients }) => recipients).filter((one) => one === 'eve@example.com');
  expect(others).toEqual([]);
  expect(received.every((one) => !/^Bcc:/im.test(headersOf(one)))).toBe(true);
});

test('line breaks in an order number do not start a new header', async () => {
  const mail = await givenMail('line@example.com', { ...order, orderNumber: 'HR-1\r\nBcc: eve@example.com' });
  await mail.send();
  expect(received[0]?.recipients).toEqual(['line@example.com']);
  expect(headersOf(received[0])).not.toMatch(/^Bcc:/im);
});

const written = {
  reference: '1A2B3C4D',
  name: 'Mia Rose',
  email: 'mia@example.com',
  subject: 'Charging',
  message: 'How long?',
  shopUrl: 'https://halorosa.example',
};

test.each([
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
])('a contact message goes only to the shop and replies go to its writer: %s', async (_case, change, replyTo) => {
  const to = 'support@halorosa.example';
  const data = { ...written, ...change };
  await enqueueMail(shop.ctx.db, shop.ctx, { kind: contactMessage, to, data });
  const [row] = await shop.ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'contact_message'), eq(mails.state, 'queued')));
  await sendMail(shop.ctx, shopMails, row?.id ?? '');
  expect(received.map(({ recipients }) => recipients)).toEqual([[to]]);
  const headers = headersOf(received[0]);
  expect(headers).not.toMatch(/^(Bcc|Cc|RCPT):?/im);
  expect(headers).toContain('Subject: New contact message 1A2B3C4D');
  expect(/^Reply-To: .*/m.exec(headers)?.[0]).toBe(`Reply-To: ${replyTo}`);
});

test('a mail queued before links were encrypted is sent with its link', async () => {
  const [to, url] = ['waiting@example.com', 'https://halorosa.example/auth/reset?token=from-before'];
  const data = { firstName: 'Mia', url, shopUrl: 'https://halorosa.example' };
  await enqueueMail(shop.ctx.db, shop.ctx, { kind: accountMails.reset_password, to, data });
  const content = { kind: 'reset_password' as const, data };
  const [row] = await shop.ctx.db.update(mails).set({ content }).where(eq(mails.toAddress, to)).returning();
  await sendMail(shop.ctx, shopMails, row?.id ?? '');
  expect(received[0]?.message.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(url);
});

test.each(['verify_email', 'reset_password', 'confirm_device'] as const)(
  'the link of a %s mail reaches its reader and is never readable in the table',
  async (kind) => {
    const to = `${kind}@example.com`;
    const url = 'https://halorosa.example/auth/confirm?token=only-for-mia';
    const data = { firstName: 'Mia', url, shopUrl: 'https://halorosa.example' };
    await enqueueMail(shop.ctx.db, shop.ctx, { kind: accountMails[kind], to, data });
    const read = () => shop.ctx.db.select().from(mails).where(eq(mails.toAddress, to));
    const [waiting] = await read();
    expect(JSON.stringify(waiting)).not.toContain('only-for-mia');
    await sendMail(shop.ctx, shopMails, waiting?.id ?? '');
    expect(received[0]?.message.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(url);
    const [sent] = await read();
    expect([sent?.state, sent?.html, sent?.text]).toEqual(['sent', null, null]);
    expect(JSON.stringify(sent)).not.toContain('only-for-mia');
  },
);
