import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { importBalance } from '#modules/books/import-balance.server.ts';
import { carts } from '#modules/cart/tables.server.ts';
import { products } from '#modules/catalog/tables.server.ts';
import { sweepExpired } from '#modules/checkout/expire-checkouts.server.ts';
import { checkouts } from '#modules/checkout/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { findOrderDetail } from '#modules/orders/orders.server.ts';
import { enqueueRefundEmails } from '#modules/orders/send-order-emails.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { seedTaxRates } from '#modules/tax/tax-rates.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { action as editAction, loader as editLoader } from '#pages/admin/phone-order.tsx';
import { loader as booksFile } from '#pages/admin/accounting-csv.ts';
import { loader as booksLoader } from '#pages/admin/accounting.tsx';
import { action as orderAction, loader as orderLoader } from '#pages/admin/order.tsx';
import { loader as ordersFile } from '#pages/admin/orders-csv.ts';
import { loader as listLoader } from '#pages/admin/phone-orders.tsx';
import { loader as checkoutLoader } from '#pages/checkout/checkout.tsx';
import { action as payAction, loader as payLoader } from '#pages/storefront/pay.tsx';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { providerDashboard } from '../../../tests/support/orders.ts';
import { formOf, pageCall, sendForm, signedIn, type PageResponse } from '../../../tests/support/page-requests.ts';
import {
  address,
  contact,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  payWith,
  timelineOf,
  type TestVisitor,
} from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { unitsField } from './phone-order.ts';
import { phoneOrdersPersonalData } from './phone-orders.personal-data.server.ts';
import { phoneOrders } from './tables.server.ts';

const test = testWithShop({ prepare: givenShipping });

const typed = { form: 'create', ...contact, ...address };

type Fields = Record<string, string>;

/** Sends the form of a new phone order and returns its id and the response. */
async function take(shop: TestShop, productId: string, fields: Fields = {}) {
  const key = fields.key ?? crypto.randomUUID();
  const form = formOf({ ...typed, [unitsField(productId)]: '2', key, ...fields });
  const call = { ...pageCall(shop, '/admin/phone-orders/new', signedIn(), form), params: { id: 'new' } };
  return { id: key, answer: (await editAction(call)) as Response | { data: PageResponse['answer'] } };
}

/** Takes a phone order of two wands. */
async function givenPhoneOrder(shop: TestShop, productId: string): Promise<string> {
  const { id, answer } = await take(shop, productId);
  expect(answer).toBeInstanceOf(Response);
  return id;
}

/** Arguments of a page's loader or action for a visitor with their cookie. */
function visitorCall(
  shop: TestShop,
  path: string,
  visitor: TestVisitor,
  details: { id?: string; user?: SignedInUser; form?: FormData },
) {
  const { id = '', user = null, form } = details;
  const call = pageCall(shop, path, user, form);
  const request = call.context.get(pageRequest);
  const cartToken = visitor.cookies.get('cart') ?? null;
  call.context.set(pageRequest, { ...request, visitor: { ...request.visitor, cartToken } });
  return { ...call, params: { id } };
}

type Opening = { location: string; message: string };

/** Presses "Continue to payment" in a browser. */
async function open(shop: TestShop, id: string, visitor: TestVisitor, user?: SignedInUser): Promise<Opening> {
  const call = visitorCall(shop, `/pay/${id}`, visitor, { id, form: formOf({ form: 'open' }), ...(user && { user }) });
  const answer = (await payAction(call)) as Response | { data: PageResponse['answer'] };
  for (const cookie of call.context.get(pageRequest).headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    visitor.cookies.set(name, value);
  }
  if (answer instanceof Response) return { location: answer.headers.get('location') ?? '', message: '' };
  return { location: '', message: answer.data.message };
}

const cartIn = ({ location }: Opening) => location.replace('/checkout?buy=', '');

type Intent = { checkout: { id: string }; payment_intent_id: string; client_secret: string; amount: number };

/** Begins or continues the checkout of a phone order, as the checkout page does. */
async function begin(visitor: TestVisitor, buy: string) {
  const { status, body } = await visitor.send('POST', '/create-payment-intent', { buy });
  return { status, body: body as unknown as Intent, error: body.error };
}

async function pay(
  shop: TestShop,
  visitor: TestVisitor,
  { checkout, client_secret, payment_intent_id }: Intent,
  card?: string,
) {
  const ready = await finalize(visitor, checkout.id);
  expect(ready.status).toBe(200);
  await payWith(shop, client_secret, card);
  const { body } = await visitor.send('POST', '/create-order', { payment_intent_id });
  await shop.ctx.payments.deliverEvents();
  return body.order as { id: string; order_number: string };
}

/** Takes a phone order and opens its link in a new browser. */
async function givenOpened(shop: TestShop, productId?: string) {
  const id = await givenPhoneOrder(shop, productId ?? (await givenProduct(shop)));
  const visitor = newVisitor(shop);
  return { id, visitor, buy: cartIn(await open(shop, id, visitor)) };
}

const linkOf = (shop: TestShop, id: string) => payLoader(visitorCall(shop, `/pay/${id}`, newVisitor(shop), { id }));
const listed = async (shop: TestShop) =>
  (await listLoader(pageCall(shop, '/admin/phone-orders', signedIn()))).list.rows;
const rowOf = async (shop: TestShop, id: string) =>
  (await shop.ctx.db.select().from(phoneOrders).where(eq(phoneOrders.id, id)))[0];
const countMails = (shop: TestShop) => shop.ctx.db.$count(mails, eq(mails.kind, 'phone_order'));

async function manage(shop: TestShop, id: string, fields: Fields): Promise<PageResponse> {
  const action = (call: ReturnType<typeof pageCall>) => editAction({ ...call, params: { id } });
  return sendForm(shop, { action, path: `/admin/phone-orders/${id}` }, fields);
}

test('a phone order is mailed, opened in another browser, prefilled, paid, and becomes an ordinary order', async ({
  shop,
}) => {
  const id = await givenPhoneOrder(shop, await givenProduct(shop));
  const [mail] = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'phone_order'));
  expect(mail).toMatchObject({ toAddress: 'mia@example.com' });
  expect(JSON.stringify(mail?.content)).toContain(`/pay/${id}`);
  expect(await linkOf(shop, id)).toMatchObject({ state: 'waiting', items: [{ quantity: 2, amountCents: 11_800 }] });

  const visitor = newVisitor(shop);
  const buy = cartIn(await open(shop, id, visitor));
  expect((await listed(shop)).find((row) => row.id === id)?.state).toBe('opened');
  const page = await checkoutLoader(visitorCall(shop, `/checkout?buy=${buy}`, visitor, {}));
  expect(page).toMatchObject({
    preview: { items: [{ quantity: 2 }] },
    customer: {
      isGuest: true,
      prefill: { email: 'mia@example.com', firstName: 'Mia', phone: '415 555 0132', shipping: address },
    },
  });

  const order = await pay(shop, visitor, (await begin(visitor, buy)).body);
  const [stored] = await shop.ctx.db.select().from(orders).where(eq(orders.id, order.id));
  expect(stored).toMatchObject({ paymentStatus: 'paid', customerId: null, totalCents: expect.any(Number) });
  const row = (await listed(shop)).find((one) => one.id === id);
  expect(row).toMatchObject({ state: 'paid', orderNumber: order.order_number });
  expect(await linkOf(shop, id)).toMatchObject({ state: 'paid', orderNumber: order.order_number });
  const call = pageCall(shop, `/admin/orders/${order.order_number}`, signedIn());
  const shown = await orderLoader({ ...call, params: { number: order.order_number } });
  expect(shown.createdBy).toBe('admin@shop.example');
  expect((await open(shop, id, newVisitor(shop))).message).toBe('This order has already been paid.');
});

test('the log of a phone order holds neither the email, the name nor the phone', async ({ shop }) => {
  const id = await givenPhoneOrder(shop, await givenProduct(shop));
  const [entry] = await changesOf(shop.ctx.db, { subject: `phone_order:${id}` });
  expect(entry).toMatchObject({ action: 'phone_order.create', after: { items: '2 × Wand', phone: '…32' } });
  expect(JSON.stringify(entry)).not.toMatch(/mia@|Rose|415 555/);
});

test('a form that is sent twice makes one order and one email', async ({ shop, productId }) => {
  const before = await countMails(shop);
  const { id } = await take(shop, productId);
  await take(shop, productId, { key: id });
  expect(await countMails(shop)).toBe(before + 1);
});

test('a link opened in two browsers moves to the newest and is paid once', async ({ shop }) => {
  const { id, visitor: first, buy } = await givenOpened(shop);
  const second = newVisitor(shop);
  const begun = (await begin(first, buy)).body;
  expect(cartIn(await open(shop, id, second))).toBe(buy);
  const continued = (await begin(second, buy)).body;
  expect(continued.payment_intent_id).toBe(begun.payment_intent_id);
  expect((await begin(first, buy)).status).toBe(404);
  expect((await finalize(first, begun.checkout.id)).status).toBe(404);
  await pay(shop, second, continued);
  expect((await begin(second, buy)).error).toBe('paid_already');
  const cartId = (await rowOf(shop, id))?.cartId ?? '';
  expect(await shop.ctx.db.$count(checkouts, eq(checkouts.cartId, cartId))).toBe(1);
});

test('two browsers that open a link at once: exactly one has the cart', async ({ shop }) => {
  const id = await givenPhoneOrder(shop, await givenProduct(shop));
  const browsers = [newVisitor(shop), newVisitor(shop)];
  const [opened] = await Promise.all(browsers.map((visitor) => open(shop, id, visitor)));
  const statuses = await Promise.all(browsers.map(async (visitor) => (await begin(visitor, cartIn(opened!))).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
});

test('an order that an admin opened first does not belong to the admin’s account', async ({ shop }) => {
  const id = await givenPhoneOrder(shop, await givenProduct(shop));
  const buy = cartIn(await open(shop, id, newVisitor(shop), signedIn()));
  const customerId = signedIn().id;
  const visitor = newVisitor(shop);
  const values = { cartId: buy, customerId, visitorIp: '', orderNumber: 'HR-ADMIN222', expiresAt: new Date() };
  await shop.ctx.db.insert(checkouts).values(values);
  await open(shop, id, visitor);
  const [checkout] = await shop.ctx.db.select().from(checkouts).where(eq(checkouts.cartId, buy));
  expect(checkout?.customerId).toBeNull();
});

test('a link that is withdrawn while its checkout is open can no longer be paid', async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 2 });
  const { id, visitor, buy } = await givenOpened(shop, productId);
  const { checkout } = (await begin(visitor, buy)).body;
  expect(await manage(shop, id, { form: 'withdraw' })).toMatchObject({ answer: { ok: true } });
  const more = { items: [{ product_id: productId, quantity: 1 }] };
  expect((await finalize(visitor, checkout.id, more)).body.error).toBe('link_withdrawn');
  expect((await finalize(visitor, checkout.id)).body.error).toBe('link_withdrawn');
  expect((await visitor.send('POST', '/create-payment-intent', { buy, revive: checkout.id })).status).toBe(422);
  const gone = checkoutLoader(visitorCall(shop, `/checkout?buy=${buy}`, visitor, {}));
  await expect(gone).rejects.toMatchObject({ status: 302 });
  expect(await linkOf(shop, id)).toMatchObject({ state: 'withdrawn', orderNumber: null });
  expect((await open(shop, id, visitor)).message).toBe('This payment link was cancelled.');
  await sweepExpired(shop.ctx);
  const [product] = await shop.ctx.db.select().from(products).where(eq(products.id, productId));
  expect(product?.reserved).toBe(0);
  expect((await manage(shop, id, { form: 'withdraw' })).status).toBe(422);
  expect(await changesOf(shop.ctx.db, { subject: `phone_order:${id}` })).toHaveLength(2);
});

test('a link can be neither withdrawn nor sent again once it is paid', async ({ shop }) => {
  const { id, visitor, buy } = await givenOpened(shop);
  await pay(shop, visitor, (await begin(visitor, buy)).body);
  const before = await countMails(shop);
  const forms: Fields[] = [{ form: 'withdraw' }, { form: 'send', sent: '1' }];
  for (const fields of forms) expect((await manage(shop, id, fields)).answer.message).toMatch(/^This link has ended/);
  expect([(await rowOf(shop, id))?.withdrawnAt, await countMails(shop)]).toEqual([null, before]);
});

test('an expired link says so, and neither opens nor is sent again', async ({ shop }) => {
  const id = await givenPhoneOrder(shop, await givenProduct(shop));
  await shop.ctx.db
    .update(phoneOrders)
    .set({ expiresAt: new Date(0) })
    .where(eq(phoneOrders.id, id));
  expect(await linkOf(shop, id)).toMatchObject({ state: 'expired' });
  expect((await open(shop, id, newVisitor(shop))).message).toBe('This payment link has expired.');
  expect((await manage(shop, id, { form: 'send', sent: '1' })).status).toBe(422);
});

test('two admins who send a link again send it once, and the second is told', async ({ shop }) => {
  const id = await givenPhoneOrder(shop, await givenProduct(shop));
  const before = await countMails(shop);
  const send = () => manage(shop, id, { form: 'send', sent: '1' });
  const [one, other] = await Promise.all([send(), send()]);
  expect([one, other].filter(({ answer }) => answer.ok)).toHaveLength(1);
  expect(await countMails(shop)).toBe(before + 1);
});

test('goods that are sold out at the opening are named; those that the link reserved are not', async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 2 });
  const late = await givenPhoneOrder(shop, productId);
  const { id, visitor, buy } = await givenOpened(shop, productId);
  await begin(visitor, buy);
  expect(cartIn(await open(shop, id, visitor))).toBe(buy);
  expect(await linkOf(shop, late)).toMatchObject({ state: 'sold_out' });
  expect((await open(shop, late, newVisitor(shop))).message).toBe('This product is sold out.');
  expect((await rowOf(shop, late))?.openedAt).toBeNull();
});

test('a later Buy Now of the same browser leaves the phone order unchanged', async ({ shop }) => {
  const [ordered, other] = [await givenProduct(shop), await givenProduct(shop, { salePriceCents: 1_000 })];
  const { visitor, buy } = await givenOpened(shop, ordered);
  const { body } = await visitor.send('POST', '/create-checkout', { items: [{ id: other, quantity: 1 }] });
  expect(body.url).not.toContain(buy);
  expect((await begin(visitor, buy)).body.amount).toBeGreaterThanOrEqual(11_800);
});

test('a cart that the customer emptied is filled again by its link', async ({ shop }) => {
  const { id, visitor, buy } = await givenOpened(shop);
  await visitor.send('DELETE', `/buy-now/${buy}`);
  expect((await begin(visitor, buy)).error).toBe('link_emptied');
  await open(shop, id, visitor);
  expect((await begin(visitor, buy)).body.amount).toBeGreaterThanOrEqual(11_800);
});

test('looking at a link writes nothing', async ({ shop }) => {
  const id = await givenPhoneOrder(shop, await givenProduct(shop));
  const before = [await rowOf(shop, id), await shop.ctx.db.$count(carts)];
  await linkOf(shop, id);
  expect([await rowOf(shop, id), await shop.ctx.db.$count(carts)]).toEqual(before);
});

test.for(['nowhere', crypto.randomUUID()])(
  'the unknown link %s is not found, and opens nothing',
  async (id, { shop }) => {
    await expect(linkOf(shop, id)).rejects.toMatchObject({ status: 404 });
    expect((await open(shop, id, newVisitor(shop))).location).toBe('');
  },
);

const wrong: [string, Fields, string][] = [
  ['no email', { email: '' }, 'email'],
  ['an email of two lines', { email: 'mia@example.com\nBcc: eve@example.com' }, 'email'],
  ['an undeliverable email', { email: 'deleted@account.invalid' }, 'email'],
  ['no last name', { lastName: '\u200b' }, 'lastName'],
  ['a long name', { firstName: 'x'.repeat(101) }, 'firstName'],
  ['a phone without digits', { phone: '<script>' }, 'phone'],
  ['an impossible phone', { phone: '000 000 0000' }, 'phone'],
  ['a foreign country', { country: 'XX' }, 'country'],
  ['another postal code', { postalCode: 'ABC' }, 'postalCode'],
  ['no street', { street: '' }, 'street'],
];

test.for(wrong)('%s is refused at its field, and nothing is stored', async ([_what, fields, name], { shop }) => {
  const { id, answer } = await take(shop, await givenProduct(shop), fields);
  expect(answer).toMatchObject({ init: { status: 422 }, data: { issues: { [name]: expect.any(String) } } });
  expect(await rowOf(shop, id)).toBeUndefined();
});

test('more units than a checkout may hold are refused at their field', async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 50 });
  const { answer } = await take(shop, productId, { [unitsField(productId)]: '11' });
  expect(answer).toMatchObject({ data: { issues: { [unitsField(productId)]: expect.stringMatching(/At most 10/) } } });
});

test.for(['0', '', '-1', '1e1', '8', '999999999999', '2.5', "1'; drop table carts"])(
  'the quantity "%s" of a product with 7 in stock is refused at its field',
  async (quantity, { shop, productId }) => {
    const { id, answer } = await take(shop, productId, { [unitsField(productId)]: quantity });
    expect(answer).toMatchObject({ data: { issues: { [unitsField(productId)]: expect.any(String) } } });
    expect(await rowOf(shop, id)).toBeUndefined();
  },
);

test('a ZIP code of another state is asked about once', async ({ shop, productId }) => {
  const doubtful = { postalCode: '10001' };
  expect((await take(shop, productId, doubtful)).answer).toMatchObject({ data: { question: 'sure' } });
  expect((await take(shop, productId, { ...doubtful, isSure: 'on' })).answer).toBeInstanceOf(Response);
});

test('the form offers every active product, and a stored order shows its link', async ({ shop, productId }) => {
  const fresh = await editLoader({ ...pageCall(shop, '/admin/phone-orders/new', signedIn()), params: { id: 'new' } });
  expect(fresh.products).toContainEqual({ id: productId, name: 'Wand', priceCents: 5_900, left: 7 });
  const id = await givenPhoneOrder(shop, productId);
  const known = await editLoader({ ...pageCall(shop, `/admin/phone-orders/${id}`, signedIn()), params: { id } });
  expect(known.order).toMatchObject({ state: 'waiting', createdBy: 'admin@shop.example', sent: 1 });
});

test('the download holds a phone order; erasure removes its contact and withdraws the link', async ({
  shop,
  productId,
}) => {
  const { id } = await take(shop, productId, { email: 'Ida@Example.com' });
  const person = { id: crypto.randomUUID(), email: 'ida@example.com', emailVerified: true };
  const data = await phoneOrdersPersonalData.export?.(shop.ctx, person);
  expect(data?.takenByPhone).toMatchObject([{ email: 'ida@example.com', customer: { firstName: 'Mia' } }]);
  await inTransaction(shop.ctx.db, async (tx) => phoneOrdersPersonalData.erase?.(tx, person, 'x@account.invalid'));
  expect(await rowOf(shop, id)).toMatchObject({ email: null, customer: null, shippingAddress: null });
  expect(await linkOf(shop, id)).toMatchObject({ state: 'withdrawn' });
  expect((await listed(shop)).find((row) => row.id === id)).toMatchObject({ name: 'Erased', email: '' });
});

type Row = Record<string, string>;

/** Rows of a CSV file of the admin. */
async function rowsIn(file: Response | Promise<Response>): Promise<Row[]> {
  return parse<Row>(await (await file).text(), { bom: true, columns: true });
}

const centsIn = (rows: readonly Row[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

/** Answers the bank about a payment, as the shop's owner does at the provider. */
async function answerBank(shop: TestShop, intentId: string): Promise<void> {
  const { disputes } = providerDashboard(shop);
  const { data } = await disputes.list({ payment_intent: intentId });
  await disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } });
  await shop.ctx.payments.deliverEvents();
}

/** Sends a form of an order's page with its present version. Expects no refusal. */
async function changeOrder(shop: TestShop, number: string, fields: Fields): Promise<void> {
  const detail = await findOrderDetail(shop.ctx.db, number);
  const form = formOf({ version: String(detail?.order.version), ...fields });
  const answer = (await orderAction({
    ...pageCall(shop, `/admin/orders/${number}`, signedIn(), form),
    params: { number },
  })) as { data: PageResponse['answer'] };
  expect([fields.form, answer.data.ok, answer.data.message]).toEqual([fields.form, true, expect.any(String)]);
  await shop.ctx.payments.deliverEvents();
}

/** Card whose bank asks about the payment, without taking the money. */
const inquiry = '4000000000001976';
const newYork = { street: '1 Broadway', city: 'New York', state: 'NY', postalCode: '10004', country: 'US' };

test('a phone order that is disputed, moved, half refunded and returned agrees in ledger, provider, emails, files and timeline', async ({
  shop,
}) => {
  await seedTaxRates(shop.ctx.db);
  const productId = await givenProduct(shop);
  const { visitor, buy } = await givenOpened(shop, productId);
  const { order_number: number } = await pay(shop, visitor, (await begin(visitor, buy)).body, inquiry);
  const read = async () => {
    const detail = await findOrderDetail(shop.ctx.db, number);
    if (detail === null) throw new Error('no order');
    return detail;
  };
  expect((await read()).hold).toMatchObject({ disputes: [{ status: 'warning_needs_response' }] });
  await answerBank(shop, (await read()).order.paymentIntentId ?? '');
  if ((await read()).hold !== null)
    await changeOrder(shop, number, { form: 'release', reason: 'The bank decided for us' });

  await changeOrder(shop, number, { form: 'address', ...newYork, deliveryInstructions: '', isSure: 'on' });
  const { tax } = await orderLoader({ ...pageCall(shop, `/admin/orders/${number}`, signedIn()), params: { number } });
  await changeOrder(shop, number, { form: 'refund-tax', amount: String(tax?.refundCents), sure: 'on' });
  const half = { form: 'refund', by: 'percent', percent: '50', key: crypto.randomUUID(), reason: 'Half, as agreed' };
  const agreed = String(Math.round((await read()).order.capturedCents / 2));
  await changeOrder(shop, number, { ...half, sure: agreed });
  const { version } = (await read()).order;
  await changeOrder(shop, number, { form: 'status', chosen: `${number}:${version}`, status: 'shipped', confirm: 'on' });
  await changeOrder(shop, number, { form: 'return-opened', reason: 'Called us', [`return-${productId}`]: '2' });
  const [opened] = (await read()).returns;
  await changeOrder(shop, number, { form: 'return-received', id: opened?.id ?? '', restocks: 'on' });
  const left = (await read()).refundableCents;
  const rest = { form: 'return-refunded', id: opened?.id ?? '', amount: (left / 100).toFixed(2), sure: String(left) };
  await changeOrder(shop, number, { ...rest, key: crypto.randomUUID() });

  await enqueueRefundEmails(shop.ctx);
  const { order, refunds, mails: sent, returns } = await read();
  expect([order.paymentStatus, order.returnedCents, returns[0]?.status]).toEqual([
    'refunded',
    order.capturedCents,
    'refunded',
  ]);
  expect(refunds.map(({ amountCents, status }) => [amountCents, status])).toEqual(
    [tax?.refundCents, Number(agreed), left].map((cents) => [cents, 'succeeded']),
  );
  await importBalance(shop.ctx);
  const [yesterday, today] = [86_400_000, 0].map((ms) => new Date(Date.now() - ms).toISOString().slice(0, 10));
  const days = `from=${yesterday}&to=${today}`;
  const ledger = await rowsIn(booksFile(pageCall(shop, `/admin/books.csv?${days}`, signedIn())));
  const ofOrder = ledger.filter((row) => Object.values(row).includes(number));
  const fees = ofOrder.filter((row) => Object.values(row).includes('Provider fee'));
  const [money, fee] = [centsIn(ofOrder, 'Amount') - centsIn(fees, 'Amount'), centsIn(fees, 'Amount')];
  const { books } = await booksLoader(pageCall(shop, `/admin/books?${days}`, signedIn()));
  expect([money, books?.difference]).toEqual([0, null]);
  // 2.9 % and 30 cents of the charge.
  expect(fee).toBe(-Math.floor((order.capturedCents * 29 + 500) / 1000) - 30);
  const [row] = await rowsIn(ordersFile(pageCall(shop, `/admin/orders.csv?q=${number}`, signedIn())));
  expect([row?.['Paid USD'], row?.['Refunded USD']]).toEqual(
    [order.capturedCents, order.returnedCents].map((cents) => (cents / 100).toFixed(2)),
  );
  expect(sent.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'order_confirmation',
    'order_refunded',
    'order_refunded',
    'order_refunded',
    'order_shipped',
    'return_opened',
    'return_received',
  ]);
  const timeline = await timelineOf(shop, order.id);
  expect(timeline.slice(0, 9)).toEqual([
    'placed: Order placed',
    'dispute_opened: The bank opened an inquiry about $126.56: fraudulent',
    'dispute_won: Dispute won: $126.56',
    'address: Address updated: tax due $4.72, charged $8.56',
    'refunded: $3.84 refunded',
    'refunded: $63.28 refunded',
    'status: Shipped',
    'return_requested: Return of 2 units requested',
    'return_received: 2 units received, restocked',
  ]);
  // Both are of one moment.
  expect(new Set(timeline.slice(9))).toEqual(
    new Set(['return_refunded: Return refunded: $59.44', 'refunded: $59.44 refunded']),
  );
});
