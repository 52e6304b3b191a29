import { eq } from 'drizzle-orm';

import { editInvoiceNumbering, invoiceNumberingView } from '#modules/orders/invoice-numbering.server.ts';
import type { InvoiceNumberingInput } from '#modules/orders/invoice-numbering.schema.ts';
import { placeOrder, type PlacedOrder } from '#modules/orders/orders.server.ts';
import { documentSeries, orderDocuments } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';

import { owner } from './orders.ts';
import type { TestShop } from './shop.ts';

/** Saves the setting of gapless numbers as the owner's form does, switched on. */
export async function saveNumbering({ ctx }: TestShop, fields: Partial<InvoiceNumberingInput> = {}) {
  const { invoicePrefix, creditNotePrefix, version } = await invoiceNumberingView(ctx);
  const stored = { invoicePrefix, creditNotePrefix, nextInvoice: null, nextCreditNote: null, sure: false };
  return editInvoiceNumbering(ctx, owner, { ...stored, isOn: true, version, ...fields });
}

const address = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};

let placed = 0;

/** Places a paid order of $59.00 of which $5.00 is included tax, as settling a payment does. */
export function placePaid(tx: Db, fields: Partial<PlacedOrder> = {}) {
  placed += 1;
  return placeOrder(tx, {
    orderNumber: `HR-PAID${placed}`,
    checkoutId: crypto.randomUUID(),
    paymentIntentId: `pi_placed_${placed}`,
    paymentMode: 'sandbox',
    email: 'mia@example.com',
    status: 'confirmed',
    paymentStatus: 'paid',
    customer: { firstName: 'Łukasz', lastName: 'Nguyễn', phone: '415 555 0132' },
    shippingAddress: address,
    billingAddress: address,
    subtotalCents: 5_900,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    tax: { name: 'VAT', ratePpm: 92_593, inclusive: true, amountCents: 500 },
    totalCents: 5_900,
    capturedCents: 5_900,
    promises: legacyTerms,
    items: [],
    events: [{ type: 'placed', message: 'Order placed' }],
    ...fields,
  });
}

/** Returns the documents of one kind in the order of their numbers, the waiting ones last. */
export const documentsOf = ({ ctx: { db } }: TestShop, kind: 'invoice' | 'credit_note') =>
  db.select().from(orderDocuments).where(eq(orderDocuments.kind, kind)).orderBy(orderDocuments.number);

/** Returns the series of one kind. */
export async function seriesOf({ ctx: { db } }: TestShop, kind: 'invoice' | 'credit_note') {
  const [row] = await db.select().from(documentSeries).where(eq(documentSeries.kind, kind));
  if (row === undefined) throw new Error('no series');
  return row;
}
