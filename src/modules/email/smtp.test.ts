import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';

import { abandonedCheckout, reviewRequest } from '#modules/marketing/marketing.emails.server.ts';
import { orderCancelled, shipmentMails } from '#modules/orders/orders.emails.server.ts';
import { countAlerts } from '#modules/analytics/dashboard.queries.server.ts';

import { type MailServer } from '../../../tests/support/mail-server.ts';
import { testWithMailServer, type TestShop } from '../../../tests/support/shop-test.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import { shopAttention } from '#app/monitoring-registry.server.ts';
import type { MailKind } from './mail.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import { resendMail } from './resend-mail.server.ts';
import { sendMail } from './send-mail.server.ts';
import { mailStatus } from './mail-log.server.ts';
import { mails } from './tables.server.ts';

const shopUrl = 'https://halorosa.example';
const test = testWithMailServer({ settings: { PUBLIC_URL: shopUrl } });
test.afterEach(async ({ shop, server }) => {
  server.forget();
  // A queued mail delays later ones to the same recipient.
  await shop.ctx.db.delete(mails).where(eq(mails.state, 'queued'));
});

type Given = { kind?: MailKind; data?: object; to?: string };

async function givenMail(shop: TestShop, { kind = shipmentMails.shipped, data, to = 'mia@example.com' }: Given = {}) {
  const orderId = crypto.randomUUID();
  await enqueueMail(shop.ctx.db, shop.ctx, { kind, data: data ?? kind.sample(shopUrl), orderId, to });
  const read = async () => {
    const [row] = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, orderId));
    if (row === undefined) throw new Error('no mail');
    return row;
  };
  const { id } = await read();
  const status = () => mailStatus(shop.ctx.db, orderId, kind);
  return { id, orderId, read, status, send: () => sendMail(shop.ctx, shopMails, id) };
}

/** Carriers to whose pages and labels mails may link. */
const carriers = ['https://www.ups.com/', 'https://labels.example.com/'];
const linksIn = (html: string) => [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, link]) => link ?? '');

test.for(shopMails)(
  'the mail $name arrives with recipient, subject, HTML, plain text and only links of the shop',
  async (kind, { shop, server }) => {
    const mail = await givenMail(shop, { kind });
    await mail.send();
    const [taken] = server.taken;
    expect(taken?.recipients).toEqual(['mia@example.com']);
    expect(taken?.mail.to).toEqual([{ address: 'mia@example.com', name: '' }]);
    expect(taken?.mail.subject).toBe((await mail.read()).subject);
    expect(taken?.mail.text?.length).toBeGreaterThan(40);
    expect(taken?.mail.text).not.toMatch(/<[a-z]/i);
    const links = linksIn(taken?.mail.html ?? '');
    const strangers = links.filter((link) => ![shopUrl, ...carriers].some((start) => link.startsWith(start)));
    expect([links.length > 0, strangers]).toEqual([true, []]);
    expect(await mail.status()).toBe('sent');
  },
);

const header = (server: MailServer, name: string) =>
  server.taken[0]?.mail.headers.find(({ key }) => key === name)?.value;

test.for([
  [reviewRequest, `<${shopUrl}/unsubscribe>`, 'List-Unsubscribe=One-Click'],
  [abandonedCheckout, `<${shopUrl}/unsubscribe>`, 'List-Unsubscribe=One-Click'],
  [shipmentMails.shipped, undefined, undefined],
] as const)('the mail $0.name has the List-Unsubscribe header $1', async ([kind, list, post], { shop, server }) => {
  await (await givenMail(shop, { kind })).send();
  expect([header(server, 'list-unsubscribe'), header(server, 'list-unsubscribe-post')]).toEqual([list, post]);
});

test.for([
  ['a recipient', { recipient: 450 }],
  ['a text', { text: 451 }],
] as const)(
  'a mail is retried after a temporary refusal of %s, which the log does not quote',
  async ([_what, behaviour], { shop, server }) => {
    server.behave(behaviour);
    const mail = await givenMail(shop);
    await expect(mail.send()).rejects.toThrow(`mail ${mail.id} is not sent after try 1`);
    expect(await mail.status()).toBe('unknown');
    const code = String(Object.values(behaviour)[0]);
    expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 1, lastError: expect.stringContaining(code) });
    server.behave();
    await mail.send();
    expect([server.taken.length, await mail.status()]).toEqual([1, 'sent']);
  },
);

test.for([
  ['an unknown recipient', { recipient: 550 }],
  ['an unknown recipient, with its code', { recipient: 550, enhanced: '5.1.1' }],
  ['the recipient after the text', { text: 554, enhanced: '5.1.1' }],
  ['the form of the text', { text: 554, enhanced: '5.6.0' }],
] as const)(
  'a mail fails without a retry after a permanent refusal of %s',
  async ([_what, behaviour], { shop, server }) => {
    server.behave(behaviour);
    const mail = await givenMail(shop);
    await mail.send();
    expect(await mail.status()).toBe('failed');
    server.behave();
    await mail.send();
    expect([server.taken.length, await mail.status()]).toEqual([0, 'failed']);
  },
);

/** Returns the delays of a mail's scheduled tries, in seconds. */
async function pausesOf(shop: TestShop, mailId: string): Promise<number[]> {
  const { rows } = await shop.ctx.db.execute<{ seconds: number }>(sql`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
    where data ->> 'mailId' = ${mailId} and start_after > created_on order by seconds`);
  return rows.map(({ seconds }) => seconds);
}

const refusalsThatMayPass = [
  ['the text without a reason', { text: 554 }],
  ['the text as spam', { text: 554, enhanced: '5.7.1' }],
  ['the recipient by a policy', { recipient: 550, enhanced: '5.7.1' }],
  ['a full mailbox', { recipient: 552, enhanced: '5.2.2' }],
] as const;

test.for(refusalsThatMayPass)(
  'a mail that is refused once for %s is retried later and arrives',
  async ([_what, behaviour], { shop, server }) => {
    server.behave(behaviour);
    const mail = await givenMail(shop);
    await mail.send();
    expect([await mail.status(), await pausesOf(shop, mail.id)]).toEqual(['unknown', [900]]);
    expect((await mail.read()).lastError).toContain('is not served here');
    server.behave();
    await mail.send();
    expect([server.taken.length, await mail.status()]).toEqual([1, 'sent']);
  },
);

async function failedMails(shop: TestShop): Promise<number> {
  const items = await countAlerts(shop.ctx.db, shopAttention(shop.ctx.settings));
  return items.find(({ many }) => many === 'failed emails')?.count ?? NaN;
}

test('a mail refused for ten hours fails, shows on the dashboard and can be resent by hand', async ({
  shop,
  server,
}) => {
  await shop.ctx.db.execute(sql`update mails set state = 'sent'`);
  server.behave({ text: 554, enhanced: '5.7.1' });
  const mail = await givenMail(shop);
  for (let refusal = 1; refusal <= 5; refusal += 1) {
    expect(await mail.status()).toBe('unknown');
    await mail.send();
  }
  expect([await mail.status(), await pausesOf(shop, mail.id)]).toEqual(['failed', [900, 3_600, 10_800, 21_600]]);
  expect(await failedMails(shop)).toBe(1);
  server.behave();
  expect(await resendMail(shop.ctx, mail.id)).toMatchObject({ ok: true });
  await mail.send();
  expect([await mail.status(), await failedMails(shop)]).toEqual(['sent', 0]);
});

test.for([
  ['in the text', 1],
  ['before the answer', 2],
] as const)(
  'a connection lost %s keeps the mail queued and is no try, and repeats share one Message-ID',
  async ([drops, copies], { shop, server }) => {
    server.behave({ drops });
    const mail = await givenMail(shop);
    await expect(mail.send()).rejects.toThrow('not sent after try 1');
    expect(await mail.status()).toBe('unknown');
    server.behave();
    await mail.send();
    expect(server.taken).toHaveLength(copies);
    const row = await mail.read();
    expect(row).toMatchObject({ state: 'sent', attempts: 1, lastError: null });
    expect(new Set(server.taken.map((one) => one.mail.messageId))).toEqual(new Set([row.messageId]));
  },
);

test('a server slower than the deadline times out, one within it does not', async ({ shop, server }) => {
  server.behave({ slowMs: 700 });
  const patient = await givenMail(shop);
  await patient.send();
  expect(await patient.status()).toBe('sent');
  server.behave({ slowMs: 4_000 });
  const mail = await givenMail(shop);
  const began = Date.now();
  await mail.send();
  expect(await mail.read()).toMatchObject({ state: 'queued', attempts: 0, lastError: 'Timeout' });
  expect(Date.now() - began).toBeLessThan(3_500);
});

/** Any text that the database accepts, so without U+0000. */
const hostile = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => `${text.replaceAll('\u0000', '')}\r\nBcc: eve@example.com\r\n`);

test('hostile names, numbers and addresses add no recipient and no header', async ({ shop, server }) => {
  await fc.assert(
    fc.asyncProperty(
      hostile,
      fc.constantFrom<MailKind[]>(shipmentMails.shipped, orderCancelled, reviewRequest),
      async (text, kind) => {
        server.forget();
        const data = {
          ...kind.sample(shopUrl),
          firstName: text,
          orderNumber: `HR-${text}`,
          trackingNumber: text,
          carrier: text,
        };
        const mail = await givenMail(shop, { kind, data });
        await mail.send();
        expect(server.asked).toEqual(['mia@example.com']);
        expect(server.taken[0]?.mail.bcc ?? []).toEqual([]);
        expect(server.taken[0]?.mail.headers.filter(({ key }) => key === 'to')).toHaveLength(1);
      },
    ),
    { numRuns: 40 },
  );
});

test('a hostile address asks the server for at most the one recipient that it names', async ({ shop, server }) => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      server.forget();
      const mail = await givenMail(shop, { to: `mia@example.com${text}` });
      await mail.send().catch(() => undefined);
      expect(server.asked.length).toBeLessThanOrEqual(1);
      expect(server.asked).not.toContain('eve@example.com');
    }),
    { numRuns: 40 },
  );
});

test('a failed mail can be resent by hand, and a second copy has its own Message-ID', async ({ shop, server }) => {
  server.behave({ recipient: 550 });
  const mail = await givenMail(shop);
  await mail.send();
  const { messageId } = await mail.read();
  server.behave();
  expect(await resendMail(shop.ctx, mail.id)).toEqual({ ok: true, value: mail.id });
  await mail.send();
  const sent = await mail.read();
  const copy = await resendMail(shop.ctx, mail.id);
  const copyId = copy.ok ? copy.value : '';
  for (const id of [mail.id, copyId])
    expect(await resendMail(shop.ctx, id)).toEqual({ ok: false, reason: 'on_its_way' });
  await sendMail(shop.ctx, shopMails, copyId);
  const [unchanged] = await shop.ctx.db.select().from(mails).where(eq(mails.id, mail.id));
  expect(unchanged).toEqual(sent);
  const [first, second] = server.taken.map((one) => one.mail.messageId);
  expect(first).toBe(messageId);
  expect(second).not.toBe(messageId);
  expect(await resendMail(shop.ctx, crypto.randomUUID())).toEqual({ ok: false, reason: 'no_mail' });
});
