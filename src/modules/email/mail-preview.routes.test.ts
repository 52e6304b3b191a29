import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopMails } from '#app/mail-registry.server.ts';
import { retention } from '#content/retention.ts';
import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';

import { givenSignedIn } from '../../../tests/support/account.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { loader } from '../../pages/admin/email-log-entry.tsx';
import type { MailKind } from './mail.ts';
import { clearMailsBefore } from './mail-log.queries.server.ts';
import { mailView } from './mail-log.server.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import { sendMail } from './send-mail.server.ts';
import { mails } from './tables.server.ts';

const test = testWithShop().extend(
  'signedInAdmin',
  { scope: 'file' },
  async ({ shop }) => (await givenSignedIn(shop, 'admin')).visitor,
);

const shopUrl = 'https://halorosa.example';
const secretUrl = `${shopUrl}/auth/reset?token=secret-of-mia`;

/** Queues a mail and returns its id. */
async function queued<Props extends object>(
  shop: TestShop,
  kind: MailKind<Props>,
  data: NoInfer<Props>,
): Promise<string> {
  const to = `${crypto.randomUUID()}@example.com`;
  await enqueueMail(shop.ctx.db, shop.ctx, { kind, to, data });
  const [mail] = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, to));
  return mail?.id ?? '';
}

async function sent<Props extends object>(
  shop: TestShop,
  kind: MailKind<Props>,
  data: NoInfer<Props>,
): Promise<string> {
  const id = await queued(shop, kind, data);
  await sendMail(shop.ctx, shopMails, id);
  return id;
}

const sentConfirmation = (shop: TestShop) => sent(shop, orderConfirmation, orderConfirmation.sample(shopUrl));

const page = async (shop: TestShop, id: string) => {
  const path = `/admin/mails/${id}`;
  return (await loader({ ...pageCall(shop, path, signedIn()), params: { id } })).mail;
};

function frame(shop: TestShop, id: string, { cookies }: TestVisitor) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return shop.app.request(`/admin/mails/${id}/html`, { headers: { cookie } });
}

test('the log shows an email as it was sent, in a frame without scripts and links', async ({ shop, signedInAdmin }) => {
  const id = await sentConfirmation(shop);
  const [stored] = await shop.ctx.db.select().from(mails).where(eq(mails.id, id));
  expect(await page(shop, id)).toMatchObject({ subject: stored?.subject, toAddress: stored?.toAddress, noBody: null });
  expect((await page(shop, id)).text).toContain('HR-SAMPLE22');
  const shown = await frame(shop, id, signedInAdmin);
  const withoutTargets = (html = '') => html.replaceAll(' target="_blank"', '');
  expect(withoutTargets(await shown.text())).toBe(withoutTargets(stored?.html ?? ''));
  const policy = shown.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/; sandbox$/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(shown.headers.get('cache-control')).toBe('no-store');
});

test('a customer and a guest get no email of the log', async ({ shop }) => {
  const id = await sentConfirmation(shop);
  const [customer, guest] = [(await givenSignedIn(shop)).visitor, newVisitor(shop)];
  for (const [visitor, status] of [[customer, 403] as const, [guest, 401] as const]) {
    const refused = await frame(shop, id, visitor);
    expect([refused.status, (await refused.text()).includes('HR-SAMPLE22')]).toEqual([status, false]);
  }
});

const withLinks = Object.values(accountMails).filter(({ isForgotten }) => isForgotten !== true);

test.for(withLinks.map((kind) => [kind.name, kind] as const))(
  'nobody reads the secret link of an email of the kind %s in the log',
  async ([_name, kind], { shop, signedInAdmin }) => {
    const id = await sent(shop, kind, { firstName: 'Mia', url: secretUrl, shopUrl });
    const [stored] = await shop.ctx.db.select().from(mails).where(eq(mails.id, id));
    expect(stored?.html, 'the mailbox of a demo has it').toContain('secret-of-mia');
    const shown = await page(shop, id);
    expect(shown).toMatchObject({ state: 'sent', noBody: 'secret', text: null });
    expect(JSON.stringify(shown)).not.toContain('secret-of-mia');
    expect((await frame(shop, id, signedInAdmin)).status).toBe(404);
  },
);

test('an email of a kind that no module knows is treated like a secret one', async ({ shop }) => {
  const id = await sentConfirmation(shop);
  expect(await mailView(shop.ctx.db, [], id)).toMatchObject({ noBody: 'secret', html: null, text: null });
});

test('an email that is not sent or erased says so instead of showing a body', async ({ shop, signedInAdmin }) => {
  const waiting = await queued(shop, orderConfirmation, orderConfirmation.sample(shopUrl));
  expect(await page(shop, waiting)).toMatchObject({ state: 'queued', noBody: 'not_sent' });
  const id = await sentConfirmation(shop);
  const { erasedAt, createdAt } = await page(shop, id);
  expect(erasedAt.getTime() - createdAt.getTime()).toBe(retention.mailDays * 86_400_000);
  await clearMailsBefore(shop.ctx.db, new Date(Date.now() + 1_000));
  expect(await page(shop, id)).toMatchObject({ noBody: 'erased', toAddress: '', text: null });
  expect((await frame(shop, id, signedInAdmin)).status).toBe(404);
});

test.for(['00000000-0000-4000-8000-000000000000', 'x', "' or 1=1"])(
  'the email %j is not found',
  async (id, { shop, signedInAdmin }) => {
    expect((await frame(shop, encodeURIComponent(id), signedInAdmin)).status).toBe(404);
  },
);
