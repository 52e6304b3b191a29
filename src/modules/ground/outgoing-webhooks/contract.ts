import { z } from 'zod';

import { notesBy } from '#shared/order-notes.ts';

import { webhookEvents, type UrlRefusal } from './rules.ts';

export type EndpointRefusal = UrlRefusal | 'no_events' | 'too_many';

export const endpointRefusals: Record<EndpointRefusal, string> = {
  not_an_address: 'Enter a complete address, for example https://erp.example/hooks/shop',
  not_https: 'The address must begin with https://',
  has_password: 'Leave user name and password out of the address: every message is signed.',
  private_address: 'This address is inside your own network. Set WEBHOOKS_INSIDE=true to allow that.',
  no_events: 'Choose at least one event.',
  too_many: 'A shop has at most 20 receivers.',
};

export const endpointInput = z.object({
  url: z.string().trim(),
  events: z.array(z.enum(webhookEvents)),
});

const cents = z.int().describe('Cents of a US dollar');
const at = z.iso.datetime();

/** An order as other systems read it. */
export const orderOutput = z.object({
  number: z.string(),
  status: z.string(),
  payment_status: z.string(),
  hold_reason: z.string().nullable().describe('Why a person must look at it before it ships'),
  placed_at: at,
  shipped_at: at.nullable(),
  delivered_at: at.nullable(),
  email: z.string(),
  customer: z.object({ first_name: z.string(), last_name: z.string(), phone: z.string() }),
  shipping_address: z.object({
    street: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    country: z.string(),
  }),
  ...notesBy('wire', () => z.string()),
  shipping_method: z.string().nullable(),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  currency: z.literal('usd'),
  subtotal_cents: cents,
  discount_cents: cents,
  shipping_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  captured_cents: cents.describe('What the customer paid'),
  returned_cents: cents.describe('What went back to the customer'),
  items: z.array(
    z.object({
      product_id: z.string(),
      name: z.string(),
      quantity: z.int(),
      unit_price_cents: cents,
      discount_cents: cents,
      tax_cents: cents,
      total_cents: cents,
    }),
  ),
});

/** The body of every webhook. */
export const messageOutput = z.object({
  type: z.enum(webhookEvents),
  timestamp: at,
  data: z.object({ order: orderOutput }),
});
