import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';

import { createKey } from '#modules/api/api-keys.server.ts';
import { orderSummaryOnWire } from '#modules/orders/order-record.ts';
import { renderMail } from '#modules/email/render-mail.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { deleteAccount } from '#modules/privacy/export-erase.server.ts';
import { eraseBuyersAtProvider } from '#modules/payments/erase-buyers.server.ts';
import { withoutBuyer } from '#modules/checkout/stripe-intent.schema.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { eraseClosedOrders } from '#modules/orders/orders.personal-data.server.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { addEndpoint, newestDeliveries, resend } from '#modules/webhooks/webhooks.server.ts';
import { webhookDeliveries } from '#modules/webhooks/tables.server.ts';

import { loader as accountPage } from '../src/pages/account/order.tsx';
import { loader as download } from '../src/pages/account/my-data.tsx';
import { loader as csv } from '../src/pages/admin/orders-csv.ts';
import { loader as adminPage } from '../src/pages/admin/order.tsx';
import { loader as invoice } from '../src/pages/admin/order-invoice.ts';
import { shopMails } from '../src/app/mail-registry.server.ts';
import { shopPersonalData } from '../src/app/personal-data-registry.server.ts';
import { loader as slip } from '../src/pages/admin/order-packing-slip.ts';
import { fillCart, finalize, givenProduct, givenShipping, openCheckout, payWith } from './support/shop-visitor.ts';
import { givenCustomer, type TestCustomer } from './support/customer.ts';
import { mailShop } from './support/mail-shop.ts';
import { owner } from './support/orders.ts';
import { pageCall, signedIn } from './support/page-requests.ts';
import { test, type TestShop } from './support/shop-test.ts';
import { tablesWith } from './support/tables-containing.ts';

/** Input of the checkout. Each text occurs nowhere else. */
const contact = { email: 'canary@order.example', firstName: 'Qfirst', lastName: 'Qlast', phone: '415 555 0177' };
const shipping = {
  street: '7 Qstreet',
  line2: 'Qfloor',
  city: 'Qcity',
  state: 'NV',
  postalCode: '89511-0177',
  country: 'US',
};
const billing = {
  street: '8 Qbank',
  line2: 'Qdesk',
  city: 'Qcapital',
  state: 'OR',
  postalCode: '97211-0178',
  country: 'US',
};
const notes = { delivery_instructions: 'Qinstructions' };

const { email, phone, ...names } = contact;
const { country: _shippingCountry, ...to } = shipping;
const { country: _billingCountry, ...payer } = billing;
const texts = (...parts: Record<string, string>[]) => parts.flatMap((part) => Object.values(part));

/** Texts that each location must show for an order. */
const expected = {
  order: texts(contact, to, payer, notes),
  mail: texts({ email }, { firstName: contact.firstName }, names, to, payer, notes),
  'success page': texts(contact, to, notes),
  'packing slip': texts({ phone }, names, to, notes),
  invoice: texts({ email }, names, to, payer),
  CSV: texts(contact, to, notes),
  'API v1': texts(contact, to, notes),
  webhook: texts(contact, to, notes),
  'admin page': texts(contact, to, payer, notes),
  'account page': texts(names, to, notes),
  download: texts(contact, to, payer, notes),
};
type Place = keyof typeof expected;
let customer: TestCustomer;
let orderId: string;
const shown = new Map<Place, string>();

async function givenOrder(shop: TestShop): Promise<string> {
  const { visitor } = customer;
  await fillCart(visitor, await givenProduct(shop));
  const opened = await openCheckout(visitor);
  const typed = { customer_info: contact, shipping_address: shipping, billing_address: billing, ...notes };
  const ready = await finalize(visitor, opened.checkoutId, typed);
  if (ready.status !== 200) throw new Error(JSON.stringify(ready));
  await payWith(shop, opened.secret);
  const { body } = await visitor.send('POST', '/create-order', { payment_intent_id: opened.intentId });
  return (body.order as { id: string }).id;
}

async function pdfText(answer: Response): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text;
}

/** Returns what a location currently shows of the order. */
async function read(shop: TestShop, place: Place): Promise<string> {
  const order = await findOrder(shop.ctx.db, orderId);
  if (order === null) throw new Error('no order');
  const call = (user = signedIn()) =>
    ({ ...pageCall(shop, '/', user), params: { number: order.orderNumber } }) as never;
  const key = async () => {
    const made = await createKey(shop.ctx, owner, { name: 'ERP', scopes: ['orders:read'] });
    return made.ok ? made.value.key : '';
  };
  const mail = async () => {
    const [row] = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'order_confirmation'));
    if (!row?.content) throw new Error('no mail');
    const { html, text } = await renderMail<object>(orderConfirmation, row.content.data, mailShop);
    const isInBoth = expected.mail.every((one) => one === email || (html.includes(one) && text.includes(one)));
    return isInBoth ? `${row.toAddress} ${text}` : `differs ${html}`;
  };
  const api = async () => {
    const headers = { authorization: `Bearer ${await key()}` };
    return (await shop.app.request(`/api/v1/orders/${order.orderNumber}`, { headers })).text();
  };
  const readers: Record<Place, () => string | Promise<string>> = {
    order: () => JSON.stringify(order),
    mail,
    'success page': () => JSON.stringify(orderSummaryOnWire(order)),
    'packing slip': async () => pdfText(await slip(call())),
    invoice: async () => pdfText(await invoice(call())),
    CSV: async () => (await csv(call())).text(),
    'API v1': api,
    webhook: async () => (await newestDeliveries(shop.ctx.db, null))[0]?.body ?? '',
    'admin page': async () => JSON.stringify(await adminPage(call())),
    'account page': async () => JSON.stringify(await accountPage(call(customer.user))),
    download: async () => (await download(call(customer.user))).text(),
  };
  return readers[place]();
}

const places = Object.keys(expected) as Place[];

test.beforeAll(async ({ shop }) => {
  await givenShipping(shop);
  customer = await givenCustomer(shop, contact.email);
  for (const url of ['https://erp.example/', 'https://books.example/']) {
    await addEndpoint(shop.ctx, owner, { url, events: ['order.paid'] });
  }
  orderId = await givenOrder(shop);
  for (const place of places) shown.set(place, await read(shop, place));
});

test.each(places)("%s shows all that it must show of the checkout's input", (place) => {
  const text = shown.get(place) ?? '';
  expect(expected[place].filter((typed) => !text.includes(typed))).toEqual([]);
});

/** Excludes two-letter states, which occur in many words and by chance in order numbers. */
const isTelling = ({ length }: string) => length > 2;

test('after account deletion and order completion, contact data and notes are erased, and names and addresses remain only in the accounting tables', async ({
  shop,
}) => {
  await shop.ctx.db.update(mails).set({ state: 'sent' });
  const [sent, waiting] = await newestDeliveries(shop.ctx.db, null);
  await shop.ctx.db
    .update(webhookDeliveries)
    .set({ state: 'delivered' })
    .where(eq(webhookDeliveries.id, sent?.id ?? ''));
  await deleteAccount(shop.ctx, shopPersonalData, { user: customer.user, requestId: 'r-1' });
  const [notice] = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'data_erased'));
  await sendMail(shop.ctx, shopMails, notice?.id ?? '');
  const bodies = new Map((await newestDeliveries(shop.ctx.db, null)).map(({ id, body }) => [id, body]));
  expect([bodies.get(sent?.id ?? ''), bodies.get(waiting?.id ?? '')]).toEqual(['', waiting?.body]);
  expect(await resend(shop.ctx, owner, sent?.id ?? '')).toEqual({ ok: false, reason: 'erased' });
  await shop.ctx.db.update(webhookDeliveries).set({ state: 'delivered' });
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, orderId));
  await eraseClosedOrders(shop.ctx);
  await eraseBuyersAtProvider(shop.ctx, withoutBuyer);
  for (const typed of texts({ email, phone }, notes))
    expect([typed, await tablesWith(shop, typed)]).toEqual([typed, []]);
  // The customers' totals use the names in the accounting records.
  const books = new Set(['customer_figures', 'orders']);
  for (const typed of texts(names, to, payer).filter(isTelling)) {
    const found = await tablesWith(shop, typed);
    expect([typed, found.filter((table) => !books.has(table))]).toEqual([typed, []]);
  }
  const [order] = await shop.ctx.db.select().from(orders).where(eq(orders.id, orderId));
  const { metadata } = await shop.ctx.payments.readIntent(order?.paymentIntentId ?? '');
  const record = JSON.stringify(metadata);
  expect(texts(contact, to, payer, notes).filter((typed) => isTelling(typed) && record.includes(typed))).toEqual([]);
});
