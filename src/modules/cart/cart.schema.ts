import { z } from 'zod';

import { endpoint, endpointWithBody } from '#platform/http/endpoint.server.ts';

export const cartRefusals = {
  no_product: 'This product is not available any more.',
  sold_out: 'This product is sold out.',
  no_line: 'This item is not in your cart any more.',
} as const;

export type CartRefusal = keyof typeof cartRefusals | 'too_many';

const most = 1_000_000;

export const addInput = z.object({
  product_id: z.uuid(),
  quantity: z.number().int().min(1).max(most).default(1),
  session_id: z
    .string()
    .regex(/^session_[a-z0-9]{9}$/i)
    .optional(),
});

export const quantityInput = z.object({ quantity: z.number().int().min(-most).max(most) });

export const cartLine = z.object({
  id: z.string(),
  product_id: z.string(),
  quantity: z.number(),
  product: z.object({
    name: z.string(),
    price: z.number(),
    sale_price: z.number().nullable(),
    image_url: z.string(),
  }),
  available: z.number().nullable(),
  /** True when the units of the line count for promotions. */
  promoted: z.boolean(),
});

const promotion = z.object({
  kind: z.string(),
  options: z.record(z.string(), z.union([z.number(), z.string(), z.array(z.string()).readonly()])),
});

/**
 * `promotions`: the running promotions, if any, so that the browser can show the effect of a cart
 * change at once.
 */
export const cartOutput = z.object({ items: z.array(cartLine), promotions: z.array(promotion).optional() });

export type CartLineWire = z.infer<typeof cartLine>;

export const readCall = endpoint('get', '/cart', { summary: 'Read the cart', output: cartOutput });

export const addCall = endpointWithBody('post', '/cart/items', {
  summary: 'Add a product',
  input: addInput,
  output: cartOutput,
});

export const changeCall = endpointWithBody('patch', '/cart/items/{id}', {
  summary: 'Change the quantity of a line',
  input: quantityInput,
  output: cartOutput,
});

export const removeCall = endpoint('delete', '/cart/items/{id}', { summary: 'Remove a line', output: cartOutput });

export const clearCall = endpoint('delete', '/cart', { summary: 'Remove all lines', output: cartOutput });

export const clearBuyNowCall = endpoint('delete', '/buy-now/{id}', {
  summary: 'Remove all Buy Now lines',
  output: cartOutput,
});
