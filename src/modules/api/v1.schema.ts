import { z } from 'zod';

import type { StatusRefusal } from '#modules/orders/orders.schema.ts';
import { orderStatuses, paymentStatuses } from '#modules/orders/order-status.ts';
import { wireOrder } from '#modules/orders/order-record.schema.ts';

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
  held: z.enum(['true', 'false']).optional().describe('Only orders that wait for a person, or only those that do not'),
  placed_after: moment.optional(),
  placed_before: moment.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.string().max(200).optional().describe('The `next` of the page before'),
});

export type OrdersInput = z.infer<typeof ordersInput>;

export const ordersOutput = z.object({
  orders: z.array(wireOrder),
  next: z.string().nullable().describe('Send it as `after` to get the next page; null on the last one'),
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
      `The status must be one of ${reportable.join(', ')}. Any other is set by an admin in the admin.`,
    ),
    carrier: z
      .string()
      .trim()
      .max(100)
      .nullish()
      .describe('Needed with `shipped` and with a tracking number. Null or empty removes it; left out, it stays'),
    tracking_number: z
      .string()
      .trim()
      .max(100)
      .nullish()
      .describe('Null or empty removes it; left out, the order keeps what is known'),
  })
  .refine((report) => !isCarrierMissing(report), {
    path: ['carrier'],
    message: 'Name the carrier that has the package.',
  });

export type StatusInput = z.infer<typeof statusInput>;

const byAdmin = 'An admin can do this in the admin.';

/** Messages for programs that report a step which an admin would have to confirm. */
export const reportRefusals: Record<StatusRefusal, string> = {
  changed_meanwhile: 'This order was changed in the meantime. Send the report again.',
  held: 'This order is held. It goes on its way once an admin has released it in the admin.',
  out_of_stock: 'There is not enough stock for this order yet.',
  from_cancelled: `This order was cancelled: its money and its stock may have gone back. ${byAdmin}`,
  to_cancelled: `No order is cancelled by a report. ${byAdmin}`,
  refunded: `All money of this order has gone back. ${byAdmin}`,
  backwards: `This would take the order a step back. ${byAdmin}`,
  skips_delivery: `This order was never shipped: report \`shipped\` first. ${byAdmin}`,
};

export const productParams = z.object({ id: z.uuid() });

export const stockOutput = z.object({
  product_id: z.uuid(),
  on_hand: z.int().nullable().describe('Units in the house; null when stock is not tracked'),
  available: z.int().nullable().describe('Units in the house that no checkout has reserved'),
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
