import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';

import { renderMail } from '#modules/email/render-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';

import { mailShop } from '../../../tests/support/mail-shop.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { completeDelivered } from './fulfillment.server.ts';
import { refundCopy, returnCopy, type ReturnMail } from './order-emails.ts';
import { packingSlipPdf, returnSlipPdf } from './order-pdfs.server.ts';
import { orderOnWire } from './order-record.ts';
import { orderConfirmation } from './orders.emails.server.ts';
import { loadOrder } from './orders.queries.server.ts';
import { ordersPersonalData } from './orders.personal-data.server.ts';
import { findReturnOffer, requestReturn } from './returns.server.ts';
import { confirmationData } from './send-order-emails.server.ts';
import { orderItems } from './tables.server.ts';
import { RequestReturn } from './ui/request-return.tsx';

const deliveredAt = new Date('2026-11-21T18:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const dayAfter = (days: number) => new Date(deliveredAt.getTime() + days * dayMs);
const clock = { now: dayAfter(45) };

const test = testWithShop({ now: () => clock.now });

/** Promises that differ from today's in every number. */
const promises = { guaranteeDays: 21, returnWindowDays: 44, refundProcessingDays: 9, refundVisibleDays: '11-12' };
const productId = crypto.randomUUID();
const line = { productId, quantity: 1 };

/** Creates a delivered order with one wand, as an older or newer promise left it. */
async function givenDelivered(shop: TestShop, fields: Parameters<typeof givenOrderRow>[1] = {}) {
  const { id } = await givenOrderRow(shop, { status: 'delivered', shippedAt: deliveredAt, deliveredAt, ...fields });
  const amounts = { unitPriceCents: 5_900, discountCents: 0, taxCents: 0, totalCents: 5_900 };
  await shop.ctx.db.insert(orderItems).values({ ...line, ...amounts, orderId: id, name: 'Wand', imageUrl: '' });
  return loadOrder(shop.ctx.db, id);
}

const request = (shop: TestShop, order: Awaited<ReturnType<typeof givenDelivered>>) =>
  requestReturn(shop.ctx, order, { reason: '', lines: [line] });

test('an order from before promises were stored has those that held until then', async ({ shop }) => {
  expect((await givenDelivered(shop)).promises).toEqual(legacyTerms);
});

test('on day 45 an order with 60 days is returned, and one with 44 days is refused', async ({ shop }) => {
  expect(
    await request(shop, await givenDelivered(shop, { promises: { ...promises, returnWindowDays: 60 } })),
  ).toMatchObject({
    ok: true,
  });
  expect(await request(shop, await givenDelivered(shop, { promises }))).toEqual({ ok: false, reason: 'window_closed' });
});

test('the page of an order offers its return until the last of its own days', async ({ shop }) => {
  clock.now = dayAfter(43);
  const order = await givenDelivered(shop, { promises });
  const offer = await findReturnOffer(shop.ctx, order);
  expect(offer).toMatchObject({ isOpen: true, until: new Date('2027-01-04T23:59:59.999Z') });
  const html = renderToStaticMarkup(createElement(RequestReturn, { offer, order: { token: '' } }));
  expect(html).toContain('You can return it until January 4, 2027.');
});

test('each order is completed at the end of its own return window', async ({ shop }) => {
  const rows = [29, 30, 31].map((returnWindowDays) =>
    givenDelivered(shop, { promises: { ...promises, returnWindowDays } }),
  );
  const orders = await Promise.all(rows);
  const statusesAt = async (now: Date) => {
    clock.now = now;
    await completeDelivered(shop.ctx);
    return Promise.all(orders.map(async ({ id }) => (await loadOrder(shop.ctx.db, id)).status));
  };
  // All of the thirtieth day belongs to the window of 30 days.
  expect(await statusesAt(new Date('2026-12-21T23:59:59.999Z'))).toEqual(['completed', 'delivered', 'delivered']);
  expect(await statusesAt(new Date('2026-12-22T00:00:00Z'))).toEqual(['completed', 'completed', 'delivered']);
});

test('the confirmation, return and refund emails of an order state its own days', async ({ shop }) => {
  clock.now = dayAfter(43);
  const order = await givenDelivered(shop, { promises });
  const confirmation = confirmationData(order, shop.ctx.settings);
  expect((await renderMail(orderConfirmation, confirmation, mailShop)).html).toContain('Try it for 21 days.');
  expect(refundCopy({ ...confirmation, amountCents: 1, isFull: false }, mailShop).text).toContain(
    'within 11-12 business days',
  );
  await request(shop, order);
  const [mail] = await shop.ctx.db.select().from(mails).where(eq(mails.orderId, order.id));
  const data = mail?.content?.data as ReturnMail;
  expect(returnCopy('return_received', data, mailShop).text).toContain('within 9 business days');
  const { promises: _promises, ...older } = { ...confirmation, ...data };
  expect((await renderMail(orderConfirmation, older, mailShop)).html).toContain('Try it for 30 days.');
  expect(returnCopy('return_received', older, mailShop).text).toContain('within 2 business days');
});

const pdfShop = { ...mailShop, seller: { legalName: '', address: '', taxNumbers: '' } };

async function textOf(pdf: Promise<Uint8Array>): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(await pdf), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

test('the packing slip and the return slip of an order state its own days', async ({ shop }) => {
  const order = await givenDelivered(shop, { promises });
  expect(await textOf(packingSlipPdf(order, pdfShop))).toContain('within 21 days of delivery');
  const returned = { id: crypto.randomUUID(), lines: [line], requestedAt: deliveredAt };
  expect(await textOf(returnSlipPdf(order, returned, pdfShop))).toContain('within 9 business days');
});

test('API and personal-data export state the promises of an order', async ({ shop }) => {
  const email = 'export@example.com';
  const order = await givenDelivered(shop, { promises, email });
  expect(orderOnWire(order)).toMatchObject({ guarantee_days: 21, return_window_days: 44 });
  const person = { id: crypto.randomUUID(), email, emailVerified: true };
  expect(await ordersPersonalData.export?.(shop.ctx, person as never)).toMatchObject({ orders: [{ promises }] });
});
