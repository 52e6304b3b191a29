import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';

import { beginSetup } from '#modules/accounts/authenticator.server.ts';
import { weakPasswordMessage } from '#modules/accounts/passwords.server.ts';
import { publishedContent } from '#modules/content/content.server.ts';
import { documents } from '#modules/content/documents.server.ts';
import { publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { invoicePdf } from '#modules/orders/order-pdfs.server.ts';
import { pdfShop } from '#modules/orders/pdf-shop.server.ts';
import { findOrderByNumber } from '#modules/orders/orders.queries.server.ts';
import { createPageCache } from '#platform/http/page-cache.server.ts';

import { password, requestOf } from '../../tests/support/account.ts';
import { givenOrderRow, owner } from '../../tests/support/orders.ts';
import { test } from '../../tests/support/shop-test.ts';
import { failurePage } from '../pages/error-document.server.ts';
test.beforeAll(async ({ shop }) => {
  const body = { ...(documents.site.initial as object), name: 'Lumen Lane' };
  await saveDraft(shop.ctx, owner, { key: 'site', revision: 0, body });
  const isCompared = () => Promise.resolve(false);
  const published = await publishDraft(shop.ctx, { key: 'site', actor: owner, revision: 1, isCompared });
  if (!published.ok) throw new Error(published.reason);
});

test('an invoice shows the published Shop name', async ({ shop }) => {
  const { orderNumber } = await givenOrderRow(shop);
  const order = await findOrderByNumber(shop.ctx.db, orderNumber);
  if (order === null) throw new Error('no order');
  const pdf = await invoicePdf(order, await pdfShop(shop.ctx));
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  expect(text).toContain('Lumen Lane');
  expect(text).not.toContain('halorosa Invoice');
});

test('an authenticator app lists the account under the published Shop name', async ({
  shop,
  admin: { visitor, email },
}) => {
  const { user, ...rest } = await requestOf(shop, visitor);
  const parts = { ctx: shop.ctx, auth: shop.auth, limits: shop.limits, headers: new Headers(), ...rest };
  const begun = await beginSetup(parts, { user, password });
  if (!begun.ok) throw new Error(begun.reason);
  const uri = new URL(begun.value.uri);
  expect(decodeURIComponent(uri.pathname)).toContain(`Lumen Lane:${email}`);
  expect(uri.searchParams.get('issuer')).toBe('Lumen Lane');
});

test('API description and web manifest have the published Shop name', async ({ shop }) => {
  const read = async (path: string) => (await shop.app.request(path)).json();
  expect(await read('/api/openapi.json')).toMatchObject({ info: { title: 'Lumen Lane API' } });
  expect(await read('/site.webmanifest')).toMatchObject({ name: 'Lumen Lane' });
});

test('a password made of the published Shop name is refused', async ({ shop }) => {
  const response = await shop.app.request('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.ctx.settings.publicUrl },
    body: JSON.stringify({ email: 'mia@example.com', name: 'Mia Rose', password: 'lumenlane' }),
  });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('the name of the shop')]);
  expect(await weakPasswordMessage('lumenlane')).toBeNull();
});

test('the failure page shows the name that the process read last, also while the database is away', async ({
  shop,
}) => {
  const ctx = { ...shop.ctx, cacheLifetime: createPageCache() };
  const shown = async () => (await failurePage(ctx, { status: 503 })).text();
  expect(await shown()).toContain('We will be right back | halorosa');
  await publishedContent(ctx);
  ctx.db = new Proxy(ctx.db, {
    get() {
      throw new Error('the database is away');
    },
  });
  const page = await shown();
  expect(page).toContain('We will be right back | Lumen Lane');
  expect(page).toContain('alt="Lumen Lane"');
});
