import { z } from 'zod';

import { orderOutput } from '#modules/webhooks/contract.ts';

const statuses = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'completed',
  'cancelled',
] as const;
const payments = ['pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'not_required'] as const;

export const ordersInput = z.object({
  status: z.enum(statuses).optional(),
  payment_status: z.enum(payments).optional(),
  held: z.enum(['true', 'false']).optional().describe('Only orders that wait for a person, or only those that do not'),
  placed_after: z.iso.datetime({ offset: true }).optional(),
  placed_before: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.string().max(200).optional().describe('The `next` of the page before'),
});

export type OrdersInput = z.infer<typeof ordersInput>;

export const ordersOutput = z.object({
  orders: z.array(orderOutput),
  next: z.string().nullable().describe('Send it as `after` to get the next page; null on the last one'),
});

export const orderParams = z.object({ number: z.string().min(1).max(40).openapi({ example: 'HR-7K3QX9M2' }) });
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
