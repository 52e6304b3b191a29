import { z } from 'zod';

import { isStatusQuestion, statusFacts } from '#modules/orders/orders.schema.ts';
import { orderStatuses, paymentStatuses } from '#modules/orders/order-status.ts';
import { wireOrder } from '#modules/orders/order-record.schema.ts';
import { typedMax } from '#modules/orders/shipment.ts';
import { numberQuestions, type StatusRefusal } from '#modules/orders/status-change.ts';

import { isCarrierMissing, reportable } from './v1.ts';

const isYear = (year: number) => year >= 1 && year <= 9_999;

/** A time whose UTC year the database supports. */
const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => isYear(new Date(text).getUTCFullYear()), 'Use a year from 1 to 9999');

/** Strict, because ignoring a misspelled filter would return every order. */
export const ordersInput = z.strictObject({
  status: z.enum(orderStatuses).optional(),
  payment_status: z.enum(paymentStatuses).optional(),
  held: z
    .enum(['true', 'false'])
    .optional()
    .describe('Filter by on-hold orders: `true` for on hold, `false` for the rest'),
  placed_after: moment.optional(),
  placed_before: moment.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.string().max(200).optional().describe('The `next` value from the previous page'),
});

export type OrdersInput = z.infer<typeof ordersInput>;

export const ordersOutput = z.object({
  orders: z.array(wireOrder),
  next: z.string().nullable().describe('Send as `after` to get the next page. Null on the last page'),
});

export const orderParams = z.object({ number: z.string().min(1).max(40).openapi({ example: 'HR-7K3QX9M2' }) });
/**
 * A status report of a program. Strict, because ignoring a misspelled field would lose a tracking
 * number.
 */
export const statusInput = z
  .strictObject({
    status: z.enum(
      reportable,
      `The status must be one of ${reportable.join(', ')}. Only an admin can set other statuses.`,
    ),
    carrier: z
      .string()
      .trim()
      .max(typedMax)
      .nullish()
      .describe('Needed with `shipped` and with a tracking number. Null or empty removes it; left out, it stays'),
    tracking_number: z
      .string()
      .trim()
      .max(typedMax)
      .nullish()
      .describe('Null or empty removes it. If omitted, it doesn’t change'),
    another_package: z
      .boolean()
      .optional()
      .describe('True if the number is one of another package of the order. Else it replaces the first'),
    confirm: z
      .array(z.enum(numberQuestions))
      .max(numberQuestions.length)
      .optional()
      .describe('Refusals of this report about its tracking number that a person has checked'),
  })
  .refine((report) => !isCarrierMissing(report), {
    path: ['carrier'],
    message: 'Enter the carrier.',
  });

export type StatusInput = z.infer<typeof statusInput>;

const byAdmin = 'An admin can do this in the shop’s admin.';

const forPrograms: Partial<Record<StatusRefusal, string>> = {
  changed_meanwhile: 'This order changed after you read it. Send the request again.',
  held: 'This order is on hold. It can ship after an admin releases it.',
  skips_delivery: `This order hasn’t shipped. Report \`shipped\` first. ${byAdmin}`,
};

const isAboutNumber = (refusal: string) => numberQuestions.some((question) => question === refusal);

/** Returns the message for a program whose report is refused. */
export function reportSentence(refusal: StatusRefusal): string {
  const fact = statusFacts[refusal];
  if (isAboutNumber(refusal)) return `${fact} If that is right, send the report again with "confirm": ["${refusal}"].`;
  return forPrograms[refusal] ?? (isStatusQuestion(refusal) ? `${fact} ${byAdmin}` : fact);
}

export const productParams = z.object({ id: z.uuid() });

export const stockOutput = z.object({
  product_id: z.uuid(),
  on_hand: z.int().nullable().describe('Units on hand. Null if inventory isn’t tracked'),
  available: z.int().nullable().describe('Units on hand not reserved by a checkout'),
});

export const productOutput = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  currency: z.literal('usd'),
  price_cents: z.int(),
  sale_price_cents: z.int().nullable(),
  image_url: z.string(),
  features: z.array(z.string()),
  specifications: z.record(z.string(), z.string()),
});

export const productsOutput = z.object({ products: z.array(productOutput) });
