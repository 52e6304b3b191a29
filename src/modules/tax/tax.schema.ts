import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';

export const taxInput = z.object({
  /** Dollars after discounts. */
  subtotal: z.number().min(0).max(999_999),
  shippingAddress: z.object({
    country: z.string().max(2),
    state: z.string().overwrite(normalizeIdentifier).max(100).default(''),
    postalCode: z.string().overwrite(normalizeIdentifier).max(20).default(''),
  }),
});

export const taxOutput = z.object({
  /** Dollars added to the price. */
  taxAmount: z.number(),
  /** Dollars already included in the price. */
  includedAmount: z.number(),
  name: z.string().nullable(),
});

export const calculateCall = endpointWithBody('post', '/calculate-tax', {
  summary: 'Calculate tax for a shipping address',
  input: taxInput,
  output: taxOutput,
});
