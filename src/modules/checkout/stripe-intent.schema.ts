import { z } from 'zod';

import { joinText, splitText, shopName, type Metadata } from '#modules/payments/metadata.ts';
import { storedPromises } from '#modules/orders/order-record.schema.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';

import { addressInput } from './checkout.schema.ts';
import type { Delivery, Quote, QuoteVersion } from './quote.ts';

/**
 * Record of an order in the metadata of its payment at the provider. After a restore of an older
 * backup, it can place the order of a lost checkout. Lines are `[product, units, unit price,
 * discount, tax]`, amounts in cents.
 */
const line = z.tuple([z.uuid(), z.int().positive(), z.int(), z.int(), z.int()]);
const cents = z.int().nonnegative();
const shipping = z.object({
  id: z.uuid(),
  name: z.string(),
  priceCents: cents,
  daysMin: z.int(),
  daysMax: z.int(),
});
const promotion = z.object({ name: z.string(), amountCents: cents });
const code = z.object({ codeId: z.uuid(), code: z.string(), name: z.string(), amountCents: cents });
const tax = z.object({ name: z.string(), ratePpm: z.int(), inclusive: z.boolean(), amountCents: cents });
const contact = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
});
/** Read as stored, because the shop may no longer deliver to that country. */
const asStored = z.string();
const address = addressInput.extend({ country: asStored, state: asStored, postalCode: asStored });

const record = z.object({
  order: z.string().min(1),
  items: z.array(line).min(1),
  shipping_option: shipping.nullable(),
  promotion: promotion.nullable(),
  code: code.nullable(),
  tax: tax.nullable(),
  promises: storedPromises.nullable(),
  contact: contact.nullable(),
  address: address.nullable(),
  billing: address.nullable(),
  instructions: z.string(),
});

export type OrderRecord = z.infer<typeof record>;

/** Maximum number of metadata values per part. */
const pieces: Record<keyof OrderRecord, number> = {
  order: 1,
  items: 2,
  shipping_option: 1,
  promotion: 1,
  code: 1,
  tax: 1,
  promises: 1,
  contact: 2,
  address: 2,
  billing: 2,
  instructions: 2,
};
const names = Object.keys(pieces) as (keyof OrderRecord)[];

const noDelivery = { contact: null, address: null, billing: null, instructions: '' };

/**
 * Returns contact, addresses and delivery instructions. The record holds them only once the
 * checkout is complete.
 */
function deliveryPartsOf(quote: QuoteVersion): Pick<OrderRecord, keyof typeof noDelivery> {
  const { contact: buyer, shippingAddress, billingAddress } = quote;
  if (!quote.complete) return noDelivery;
  const isSame = JSON.stringify(billingAddress) === JSON.stringify(shippingAddress);
  return {
    contact: buyer,
    address: shippingAddress,
    billing: isSame ? null : billingAddress,
    instructions: quote.deliveryInstructions,
  };
}

function partsOf(orderNumber: string, quote: QuoteVersion): OrderRecord {
  const { items, shippingOption } = quote;
  return {
    order: orderNumber,
    items: items.map((item) => [item.productId, item.quantity, item.unitPriceCents, item.discountCents, item.taxCents]),
    shipping_option: shippingOption === null ? null : shipping.parse(shippingOption),
    promotion: quote.promotion === null ? null : promotion.parse(quote.promotion),
    code: quote.code,
    tax: quote.tax,
    promises: quote.promises,
    ...deliveryPartsOf(quote),
  };
}

/**
 * Returns the record of a quote version, with the shop's name. Omits a part that is too long for
 * the provider, so that staff then check the order.
 */
export function toIntentMetadata(
  settings: { publicUrl: string },
  { orderNumber }: { orderNumber: string },
  quote: QuoteVersion,
): Metadata {
  const parts = partsOf(orderNumber, quote);
  return Object.assign({}, ...names.map((name) => partOf(name, parts[name])), { shop: shopName(settings) }) as Metadata;
}

function partOf(name: keyof OrderRecord, part: OrderRecord[keyof OrderRecord]): Metadata {
  const text = part === null || part === '' ? '' : JSON.stringify(part);
  return splitText(name, text, pieces[name]) ?? splitText(name, '', pieces[name]) ?? {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Metadata that erases the buyer from a payment's record. The purchase is retained. */
export const withoutBuyer: Metadata = Object.assign(
  {},
  ...names.filter((name) => name in noDelivery).map((name) => partOf(name, null)),
) as Metadata;

/** Returns the record in a payment's metadata, or null if there is no readable one. */
export function parseIntentMetadata(metadata: Metadata): OrderRecord | null {
  const read = (name: keyof OrderRecord) => {
    const text = joinText(metadata, name);
    if (text !== '') return parsed(text);
    return name === 'instructions' ? '' : null;
  };
  const found = record.safeParse(Object.fromEntries(names.map((name) => [name, read(name)])));
  return found.success ? found.data : null;
}

type NamedProduct = { id: string; name: string; imageUrl: string };

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);

/**
 * Returns the quote of a record, with present product names. Null if a product no longer exists.
 */
export function quoteFrom(
  found: OrderRecord,
  products: readonly NamedProduct[],
): (Quote & Delivery & Pick<QuoteVersion, 'promises'>) | null {
  const items = found.items.flatMap(([productId, quantity, unitPriceCents, discountCents, taxCents]) => {
    const product = products.find(({ id }) => id === productId);
    if (product === undefined) return [];
    const { name, imageUrl } = product;
    const totalCents = unitPriceCents * quantity - discountCents + taxCents;
    const prices = { listPriceCents: unitPriceCents, unitPriceCents, discountCents, taxCents, totalCents };
    return [{ productId, name, imageUrl, quantity, ...prices }];
  });
  if (items.length !== found.items.length) return null;
  const shippingCents = found.shipping_option?.priceCents ?? 0;
  return {
    items,
    shippingOption: found.shipping_option === null ? null : { ...found.shipping_option, description: '' },
    promotion: found.promotion === null ? null : { code: '', ...found.promotion },
    code: found.code,
    subtotalCents: sum(items.map(({ unitPriceCents, quantity }) => unitPriceCents * quantity)),
    discountCents: sum(items.map(({ discountCents }) => discountCents)),
    shippingCents,
    taxCents: sum(items.map(({ taxCents }) => taxCents)),
    tax: found.tax,
    totalCents: sum(items.map(({ totalCents }) => totalCents)) + shippingCents,
    promises: found.promises ?? legacyTerms,
    contact: found.contact,
    shippingAddress: found.address,
    billingAddress: found.billing ?? found.address,
    deliveryInstructions: found.instructions,
  };
}
