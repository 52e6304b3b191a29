import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';

export const exitOfferRefusals = {
  offer_over: 'This offer has ended. Everything else about your order stays as it is.',
  present_is_better:
    'The discount on your order already takes off at least as much, so it stays. Offers cannot be combined.',
  expired: 'Your items are no longer reserved. Please reserve them again.',
  being_paid: 'Your payment is already on its way, so nothing can be taken off any more.',
} as const;

export type ExitOfferRefusal = keyof typeof exitOfferRefusals;

export const exitOfferInput = z.object({ checkout_id: z.uuid() });

export const exitOfferOutput = z.object({
  code: z.string(),
  name: z.string(),
  ends_at: z.string(),
  /** Seconds until the offer ends, by the shop's clock. */
  seconds_left: z.number(),
  /** Code of the smaller discount that the offer replaces, or null. */
  replaces: z.string().nullable(),
});

export type ExitOfferAnswer = z.infer<typeof exitOfferOutput>;

export const askCall = endpointWithBody('post', '/exit-offer', {
  summary: 'The one offer to a shopper who is about to leave the checkout',
  input: exitOfferInput,
  output: exitOfferOutput,
});
