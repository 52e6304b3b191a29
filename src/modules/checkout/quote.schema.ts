import { z } from 'zod';

import { chosenShipping, reduction, storedAddress, storedPromises } from '#modules/orders/order-record.schema.ts';
import { legacyTerms } from '#modules/settings/shop-promises.ts';

import type { QuoteVersion } from './quote.ts';

const cents = z.int();

/**
 * A quote version as the database stores it. Old versions are read long after they were stored, so
 * a field that was added later needs a default.
 */
const storedQuote: z.ZodType<QuoteVersion> = z.object({
  items: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      imageUrl: z.string(),
      quantity: z.int(),
      listPriceCents: cents,
      unitPriceCents: cents,
      discountCents: cents,
      taxCents: cents,
      totalCents: cents,
    }),
  ),
  shippingOption: chosenShipping.nullable(),
  promotion: reduction.nullable(),
  code: reduction.extend({ codeId: z.string() }).nullable(),
  subtotalCents: cents,
  discountCents: cents,
  shippingCents: cents,
  taxCents: cents,
  tax: z
    .object({ name: z.string(), ratePpm: z.int(), inclusive: z.boolean(), amountCents: cents })
    .nullable()
    .default(null),
  totalCents: cents,
  contact: z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), phone: z.string() }).nullable(),
  shippingAddress: storedAddress.nullable(),
  billingAddress: storedAddress.nullable(),
  deliveryInstructions: z.string().default(''),
  currency: z.literal('usd'),
  complete: z.boolean(),
  promises: storedPromises.default(legacyTerms),
  promotions: z
    .array(
      z.object({
        kind: z.string(),
        options: z.record(z.string(), z.union([z.number(), z.string(), z.array(z.string())])),
      }),
    )
    .optional(),
});

/** Reads a quote version from the database. Throws if it is none. */
export function readQuote(stored: unknown): QuoteVersion {
  return storedQuote.parse(stored);
}
