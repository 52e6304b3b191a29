import { z } from 'zod';

import { addressBy } from '#shared/address.ts';
import { notesBy } from '#shared/order-notes.ts';

import type { QuoteVersion } from './quote.ts';

const cents = z.int();
const reduction = z.object({ code: z.string(), name: z.string(), amountCents: cents });
const address = z.object({ ...addressBy(() => z.string()), line2: z.string().optional() });

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
  shippingOption: z
    .object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      priceCents: cents,
      daysMin: z.int(),
      daysMax: z.int(),
    })
    .nullable(),
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
  shippingAddress: address.nullable(),
  billingAddress: address.nullable(),
  ...notesBy('name', () => z.string().default('')),
  currency: z.literal('usd'),
  complete: z.boolean(),
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
