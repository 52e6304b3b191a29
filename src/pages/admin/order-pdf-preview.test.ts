import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';

import { orderPdfs } from '#content/order-pdfs.ts';
import { publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { invoicePdf } from '#modules/orders/order-pdfs.server.ts';
import { pdfShop } from '#modules/orders/pdf-shop.server.ts';
import { findOrderByNumber } from '#modules/orders/orders.queries.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { givenOrderRow, owner } from '../../../tests/support/orders.ts';
import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from './order-pdf-preview.ts';

const textOf = async (pdf: Uint8Array) =>
  (await extractText(await getDocumentProxy(pdf), { mergePages: true })).text.replaceAll(/\s+/g, ' ');

async function preview(shop: TestShop, query: string, draft: string | null): Promise<Response> {
  const call = pageCall(shop, `/admin/content/preview.pdf${query}`, signedIn());
  call.context.set(pageRequest, { ...call.context.get(pageRequest), draft });
  return loader(call as never).catch((error: unknown) => error as Response);
}

const shown = async (shop: TestShop, query: string, draft: string | null) =>
  textOf(new Uint8Array(await (await preview(shop, query, draft)).arrayBuffer()));

test('edited words of an invoice are in its preview, and in invoices once they are published', async ({ shop }) => {
  const body = { ...orderPdfs, invoice: { ...orderPdfs.invoice, title: 'Tax invoice', thanks: 'Enjoy it.' } };
  const saved = await saveDraft(shop.ctx, owner, { key: 'orderPdfs', revision: 0, body });
  expect(saved).toEqual({ ok: true, value: { revision: 1, issues: {}, merged: null } });
  const drafted = await shown(shop, '?kind=invoice', 'orderPdfs');
  for (const words of ['Tax invoice', 'Enjoy it.', 'Mia Sample']) expect(drafted).toContain(words);
  expect(await shown(shop, '', null)).toContain('Thank you for your order.');
  for (const [kind, title] of [
    ['packingSlip', 'Packing slip'],
    ['returnSlip', 'Return slip'],
  ])
    expect(await shown(shop, `?kind=${kind}`, 'orderPdfs')).toContain(title);
  const { orderNumber } = await givenOrderRow(shop);
  const order = await findOrderByNumber(shop.ctx.db, orderNumber);
  const invoice = async () => textOf(await invoicePdf(order!, await pdfShop(shop.ctx)));
  expect(await invoice()).not.toContain('Tax invoice');
  const isCompared = () => Promise.resolve(false);
  await publishDraft(shop.ctx, { key: 'orderPdfs', actor: owner, revision: 1, isCompared });
  expect(await invoice()).toContain('Tax invoice');
});

test('the preview of a PDF is shown in a frame of the shop alone, and an unknown kind is not found', async ({
  shop,
}) => {
  const file = await preview(shop, '?kind=invoice', null);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect((await preview(shop, '?kind=toString', null)).status).toBe(404);
});
