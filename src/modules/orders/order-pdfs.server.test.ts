import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';

import { initialContent } from '#modules/content/content.server.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';

import type { OrderView } from './order-record.ts';

import { invoicePdf, packingSlipPdf, packingSlipsPdf, returnSlipPdf } from './order-pdfs.server.ts';

const address = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};

const order: OrderView = {
  id: 'a',
  checkoutId: 'b',
  isSample: false,
  customerId: null,
  paymentIntentId: null,
  paymentMethod: null,
  version: 1,
  orderNumber: 'HR-7K3QX9M2',
  status: 'confirmed',
  paymentStatus: 'paid',
  holdReason: null,
  placedAt: new Date('2026-11-20T12:00:00Z'),
  email: 'mia@example.com',
  customer: { firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' },
  shippingAddress: { ...address, line2: 'Suite 5' },
  billingAddress: { ...address, street: '9 Bank Road' },
  deliveryInstructions: 'Leave it with the neighbor',
  shippingOption: { id: 's', name: 'Express Shipping', description: '', priceCents: 1_299, daysMin: 1, daysMax: 2 },
  items: [
    {
      productId: 'p',
      name: 'Wand',
      imageUrl: '/media/hero',
      quantity: 3,
      restockedQuantity: 0,
      unitPriceCents: 5_900,
      discountCents: 6_962,
      taxCents: 968,
      totalCents: 11_706,
    },
  ],
  couponDiscount: { code: 'GLOW9', name: '9% off', amountCents: 1_062 },
  promotion: { code: '', name: 'Buy 2 Get 1 Free', amountCents: 5_900 },
  subtotalCents: 17_700,
  discountCents: 6_962,
  shippingCents: 1_299,
  taxCents: 968,
  tax: { name: 'CA sales tax', ratePpm: 90_000, inclusive: false, amountCents: 968 },
  totalCents: 13_005,
  promises: legacyTerms,
  capturedCents: 13_005,
  returnedCents: 0,
  returnedShippingCents: null,
  returnedTaxCents: null,
  carrierName: null,
  trackingNumber: null,
  packages: [],
  shippedAt: null,
  deliveredAt: null,
  events: [],
};

const missing = (text: string, parts: readonly string[]) => parts.filter((part) => !text.includes(part));

/** Words of an empty shop. */
const shop = { ...initialContent(), seller: { legalName: '', address: '', taxNumbers: '' } };

const returned = { id: '1a2b3c4d-7a35-4c58-9d0e-1f6d3a2b4c11', lines: [], requestedAt: order.placedAt };

async function read(pdf: Uint8Array): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: true });
  return { text, pages: totalPages };
}

test('an invoice shows number, buyer, lines, reductions, tax and the total paid', async () => {
  const { text, pages } = await read(await invoicePdf(order, shop));
  expect(pages).toBe(1);
  const details = ['INV-HR-7K3QX9M2', 'Date November 20, 2026', 'Mia Rose', '9 Bank Road', 'Suite 5', 'United States'];
  const figures = ['Wand', '3', '$59.00', '$177.00', '-$59.00', '9% off', '-$10.62', 'Express Shipping', '$12.99'];
  expect(missing(text, [...details, ...figures, 'CA sales tax', '$9.68', 'Total paid', '$130.05'])).toEqual([]);
  expect(text).not.toContain('Credit note');
});

test('an invoice shows the payment method, and none while it is unknown', async () => {
  const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', wallet: 'apple_pay' };
  const paid = await read(await invoicePdf({ ...order, paymentMethod }, shop));
  expect(paid.text).toContain('Paid by Apple Pay (Visa ending 4242)');
  expect((await read(await invoicePdf({ ...order, paymentMethod: null }, shop))).text).not.toContain('Paid by');
});

test('an invoice shows the seller: legal name, address and tax numbers', async () => {
  const legal = {
    legalName: 'Rosa Light LLC',
    address: '12 Mill Lane\nPortland, OR 97201\nUnited States',
    taxNumbers: 'EIN 12-3456789\nVAT GB 123 4567 89',
  };
  const { text } = await read(await invoicePdf(order, { ...shop, seller: legal }));
  expect(
    missing(text, ['Rosa Light LLC', '12 Mill Lane', 'Portland, OR 97201', 'EIN 12-3456789', 'VAT GB 123 4567 89']),
  ).toEqual([]);
});

test('an invoice shows a refund as a credit, with the amount left', async () => {
  const { text } = await read(
    await invoicePdf({ ...order, paymentStatus: 'partially_refunded', returnedCents: 3_005 }, shop),
  );
  // $117.06 of goods, with $9.68 of tax in them.
  const tax = ['Includes CA sales tax', '-$2.48', '$7.20'];
  expect(missing(text, ['CN-HR-7K3QX9M2', '-$30.05', ...tax, 'Paid after refund', '$100.00'])).toEqual([]);
});

test('an invoice shows the amount of included tax, and adds nothing to the total', async () => {
  const tax = { name: 'VAT 20%', ratePpm: 200_000, inclusive: true, amountCents: 983 };
  const change = { tax, taxCents: 0, shippingCents: 0, couponDiscount: null, promotion: null, discountCents: 0 };
  const { text } = await read(await invoicePdf({ ...order, ...change, totalCents: 17_700 }, shop));
  expect(missing(text, ['Includes VAT 20%', '$9.83', 'Free', '$177.00'])).toEqual([]);
});

test('a packing slip shows destination and items, and no price', async () => {
  const { text } = await read(await packingSlipPdf(order, shop));
  expect(missing(text, ['HR-7K3QX9M2', 'Suite 5', 'Wand', '3', 'Leave it with the neighbor', '415 555 0132'])).toEqual(
    [],
  );
  expect(text).not.toContain('$');
});

test('a return slip shows destination, customer, items and code, and says that it is no postage', async () => {
  const one = { ...returned, lines: [{ productId: 'p', quantity: 2 }] };
  const legal = { legalName: 'Rosa Light LLC', address: '12 Mill Lane', taxNumbers: 'EIN 12-3456789' };
  const { text, pages } = await read(await returnSlipPdf(order, one, { ...shop, seller: legal }));
  expect(pages).toBe(1);
  const parties = ['Rosa Light LLC', '12 Mill Lane', 'Suite 5'];
  expect(missing(text, ['R-1A2B3C4D', 'HR-7K3QX9M2', ...parties, 'Wand', '2', 'isn’t postage'])).toEqual([]);
  expect((await read(await returnSlipPdf(order, one, shop))).text).toContain('The address on the prepaid label');
});

test.each([
  ['Łukasz Đặng-Müller', 'Łukasz Đặng-Müller'],
  ['Ірина Привет', 'Ірина Привет'],
  ['Nguyễn Thị Hằng', 'Nguyễn Thị Hằng'],
  ['Γεώργιος Παπαδόπουλος', 'Γεώργιος Παπαδόπουλος'],
  ['李小龍', '???'],
  ['王小明 (Wang Xiaoming)', 'Billed to\nWang Xiaoming'],
  ['김민수 Kim Minsu', 'Billed to\nKim Minsu'],
  ['محمد علي (Muhammad Ali)', 'Billed to\nMuhammad Ali'],
  ['Zoe\u0000\u0007\n李', 'Zoe'],
  ['', 'INV-'],
])('a buyer named %j is printed as %j', async (firstName, printed) => {
  const customer = { firstName, lastName: '', phone: '' };
  const { text } = await read(await invoicePdf({ ...order, customer }, shop));
  // A dot below a letter is a glyph of its own, which is extracted as a control character.
  expect(text.normalize('NFC').replaceAll('\u0002', '')).toContain(printed);
});

test.each(['李小龍', 'محمد', 'Zoe 李💐', '💐'])('PDFs for %s say where the full name is stored', async (firstName) => {
  const named = { ...order, customer: { firstName, lastName: '', phone: '' } };
  const pdfsOf = (of: OrderView) => [invoicePdf(of, shop), packingSlipPdf(of, shop), returnSlipPdf(of, returned, shop)];
  const notice = 'Order HR-7K3QX9M2 keeps every name and address in full.';
  const textOf = async (pdf: Uint8Array) => (await read(pdf)).text.replaceAll(/\s+/g, ' ');
  for (const pdf of await Promise.all(pdfsOf(named))) expect(await textOf(pdf)).toContain(notice);
  // A question mark that is part of the name does not count.
  const withQuestionMark = { ...named, customer: { firstName: 'Mia?', lastName: 'Đặng', phone: '' } };
  for (const pdf of await Promise.all(pdfsOf(withQuestionMark))) expect(await textOf(pdf)).not.toContain(notice);
});

test('emoji in a name, address, note or product leave no gap on a packing slip', async () => {
  const [item] = order.items;
  const withEmoji = {
    ...order,
    customer: { firstName: 'Zoe 💐', lastName: 'Rose ❤️‍🔥', phone: '' },
    shippingAddress: { ...address, street: '1️⃣ Market 👩🏽‍🦰 Street', line2: '🏠 Suite 5 🇺🇸' },
    deliveryInstructions: '🔔🔔 Ring twice ✨ please ✨',
    items: [{ ...item!, name: 'Wand ✨ Pro™' }],
  };
  const { text } = await read(await packingSlipPdf(withEmoji, shop));
  for (const line of ['Zoe Rose', '1 Market Street', 'Suite 5', 'Ring twice please', 'Wand Pro™ 3'])
    expect(text).toMatch(new RegExp(`^${line}$`, 'm'));
  expect(text).not.toContain('can’t be printed');
});

test('PDFs have the owner’s name, words and facts, and the days of the order', async () => {
  const { site, orderPdfs } = shop;
  const own = {
    ...shop,
    site: {
      ...site,
      name: 'Rosa ✨ Łight',
      facts: { ...site.facts, supportEmail: 'ask@rosa.example', guaranteeDays: 90 },
    },
    orderPdfs: {
      invoice: { ...orderPdfs.invoice, title: 'Tax invoice', thanks: 'Thank you from {shopName}.' },
      creditNote: { ...orderPdfs.creditNote, title: 'Tax credit note' },
      packingSlip: { ...orderPdfs.packingSlip, returns: 'Back within {guaranteeDays} of {returnDays} days.' },
      returnSlip: { ...orderPdfs.returnSlip, postage: 'Stick the label on.\nMail to {supportEmail}.' },
    },
  };
  const invoice = await read(await invoicePdf(order, own));
  expect(
    missing(invoice.text, ['Rosa Łight', 'Tax invoice', 'ask@rosa.example', 'Thank you from Rosa Łight.']),
  ).toEqual([]);
  expect(invoice.text).not.toContain('halorosa');
  expect((await read(await packingSlipPdf(order, own))).text).toContain('Back within 30 of 60 days.');
  expect((await read(await returnSlipPdf(order, returned, own))).text).toContain('Mail to ask@rosa.example.');
});

test('every font of a PDF is embedded, so that each reader shows the same letters', async () => {
  const named = { ...order, customer: { firstName: 'Łukasz', lastName: 'Nguyễn-Παπαδόπουλος', phone: '' } };
  const source = Buffer.from(await invoicePdf(named, shop)).toString('latin1');
  const fonts = new Set(source.match(/\/BaseFont \/[\w+-]+/g));
  expect([...fonts].filter((font) => !/\/[A-Z]{6}\+(?:NotoSans|CormorantGaramond)/.test(font))).toEqual([]);
  expect(fonts.size).toBeGreaterThan(3);
});

test('an address or email without spaces is broken at the edge of its column', async () => {
  const wide = { street: `221B ${'Llanfair'.repeat(12)}`, line2: 'W'.repeat(100) };
  const buyer = { email: `${'mia.rose.'.repeat(20)}@example.com`, billingAddress: { ...address, ...wide } };
  const document = await getDocumentProxy((await invoicePdf({ ...order, ...buyer }, shop)).slice());
  const { items } = await (await document.getPage(1)).getTextContent();
  const pieces = items.flatMap((item) =>
    'transform' in item && item.str.trim() !== ''
      ? [{ text: item.str, x: Number(item.transform[4]), width: item.width }]
      : [],
  );
  const [left, middle] = [54, 306];
  const first = pieces.filter(({ x }) => x === left);
  expect(first.map(({ text }) => text).join('')).toContain(buyer.email);
  expect(first.filter(({ x, width }) => x + width > middle)).toEqual([]);
});

test('the same order gives the same bytes', async () => {
  expect(await invoicePdf(order, shop)).toEqual(await invoicePdf(order, shop));
});

test('many lines continue on further pages, each numbered, with the title of the PDF and of the columns', async () => {
  const [item] = order.items;
  const items = Array.from({ length: 30 }, () => ({ ...item!, name: `${'Wand '.repeat(30)}${'x'.repeat(200)}` }));
  const many = { ...order, items };
  const lines = Array.from({ length: 30 }, () => ({ productId: 'p', quantity: 2 }));
  const pdfs = [
    [await invoicePdf(many, shop), /Invoice INV-HR-7K3QX9M2.*Item.*Quantity.*Price.*Amount/s],
    [await packingSlipPdf(many, shop), /Packing slip HR-7K3QX9M2.*Item.*Quantity/s],
    [await returnSlipPdf(many, { ...returned, lines }, shop), /Return slip R-1A2B3C4D.*Item.*Quantity/s],
  ] as const;
  for (const [pdf, heading] of pdfs) {
    const { text, totalPages } = await extractText(await getDocumentProxy(pdf.slice()));
    expect(totalPages).toBeGreaterThan(2);
    const numbers = text.map((_page, index) => `Page ${index + 1} of ${totalPages}`);
    expect(text.map((page, index) => page.includes(numbers[index] ?? ''))).toEqual(text.map(() => true));
    for (const further of text.slice(1, -1)) expect(further).toMatch(heading);
  }
  expect((await read(pdfs[0][0])).text).toContain('$130.05');
});

test('no line of a PDF is printed below the bottom of the page', async () => {
  const [item] = order.items;
  const items = Array.from({ length: 30 }, () => ({ ...item!, name: 'Wand '.repeat(90) }));
  const document = await getDocumentProxy((await invoicePdf({ ...order, items }, shop)).slice());
  const [page, foot] = [await document.getPage(1), 792 - 746];
  const { items: pieces } = await page.getTextContent();
  const lowest = pieces.flatMap((one) => ('transform' in one && one.str.startsWith('Wand') ? [one.transform[5]] : []));
  expect(Math.min(...lowest.map(Number))).toBeGreaterThan(foot);
});

test('name, total and code of a PDF have the accent of the shop’s theme', async () => {
  const { theme } = initialContent();
  const blue = { ...shop, theme: { ...theme, colors: { ...theme.colors, berry: '#1d4ed8' } } };
  for (const pdf of [await invoicePdf(order, blue), await returnSlipPdf(order, returned, blue)]) {
    const page = await (await getDocumentProxy(pdf.slice())).getPage(1);
    const { argsArray } = await page.getOperatorList();
    const drawn = new Set(argsArray.flat());
    expect([drawn.has('#1d4ed8'), drawn.has(theme.colors.berry)]).toEqual([true, false]);
  }
});

test('packing slips of several orders are one PDF that starts with a pick list of all units', async () => {
  const orders = Array.from({ length: 7 }, (_, index): OrderView => {
    const items = order.items.map((item) => ({ ...item, quantity: 1, name: index % 2 === 0 ? 'Wand' : 'Serum' }));
    return { ...order, orderNumber: `HR-${index}`, items };
  });
  const bytes = await packingSlipsPdf(orders, { now: new Date('2026-11-23T12:00:00Z'), shop });
  const { text, totalPages } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: false });
  expect(totalPages).toBe(8);
  expect(text[0]).toContain('Pick list');
  expect(text[0]).toMatch(/Serum\s+3\s+Wand\s+4\s+Units\s+7/);
  expect(text.slice(1).map((page) => /Order (HR-\d)/.exec(page)?.[1])).toEqual(orders.map((one) => one.orderNumber));
});

test('fifty packing slips in one PDF take less than 200 ms of the main thread', async () => {
  const many = Array.from({ length: 50 }, (): OrderView => order);
  const before = process.threadCpuUsage();
  const bytes = await packingSlipsPdf(many, { now: new Date('2026-11-23T12:00:00Z'), shop });
  const { user, system } = process.threadCpuUsage(before);
  expect((await getDocumentProxy(bytes.slice())).numPages).toBe(51);
  expect((user + system) / 1_000).toBeLessThan(200);
});
