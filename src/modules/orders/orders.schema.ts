import { z } from 'zod';

import { endpoint, endpointWithBody } from '#platform/http/endpoint.server.ts';
import type { ResendRefusal } from '#modules/email/send-mail.server.ts';

import { adminStatuses, statusFailures, type UnusualJump } from './order-status.ts';
import { holdReasonMax, type ReasonRefusal, type ReleaseRefusal } from './order-holds.ts';
import type { RefundRefusal } from './refunds.ts';
import { reasonMax, type ReturnRefusal } from './returns.ts';

export const updateStatusInput = z.object({
  orderNumber: z.string(statusFailures.nothing_chosen).trim().min(1, statusFailures.nothing_chosen).max(40),
  status: z.enum(adminStatuses, statusFailures.nothing_chosen),
  carrierName: z.string().max(100).nullish().describe('Null or empty removes it; left out, it stays'),
  trackingNumber: z.string().max(100).nullish().describe('Null or empty removes it; left out, it stays'),
  /** Version that the user saw. A change is refused if the order changed since. */
  version: z.number().int().optional(),
  /** True once the user has confirmed an unusual change. */
  confirm: z.boolean().optional(),
});

export const updateStatusOutput = z.object({
  success: z.literal(true),
  order: z.object({
    orderNumber: z.string(),
    status: z.string(),
    carrierName: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    version: z.number(),
  }),
});

export const newestOrderOutput = z.object({ orderNumber: z.string().nullable() });

/**
 * Confirmation questions for unusual changes, with what follows from them. Sent again with
 * `confirm`, the change is made.
 */
export const jumpQuestions: Record<UnusualJump, string> = {
  from_cancelled:
    'This order was cancelled: its money may have gone back, and units that are back in stock are taken out again. Set this status all the same?',
  to_cancelled:
    "No money and no stock goes back with this status, though the customer's email promises the money. Cancel it all the same, and refund it by hand?",
  refunded: 'All money of this order has gone back. Send it all the same?',
  backwards: 'This takes the order a step back. Set this status all the same?',
  skips_delivery: 'This order was never shipped. Set it to delivered all the same?',
};

const changed = 'This order was changed in the meantime. Look at it again and repeat your change.';
const outOfStock = 'There is not enough stock for this order yet.';

export const statusRefusals = {
  changed_meanwhile: changed,
  held: 'This order is held. Release it before it goes on its way.',
  out_of_stock: outOfStock,
  ...jumpQuestions,
} as const;
export type StatusRefusal = keyof typeof statusRefusals;

export const releaseRefusals: Record<ReleaseRefusal | ReasonRefusal | 'changed_meanwhile', string> = {
  changed_meanwhile: changed,
  reason_missing: 'Enter a reason.',
  reason_too_long: `Use at most ${holdReasonMax} characters for the reason.`,
  not_held: 'This order is not held.',
  dispute_open: 'The dispute is not decided: the order stays held until then.',
  nothing_to_ship: 'It is not known what was bought: refund the payment instead.',
  address_missing: 'Correct the address before you release this order.',
  refunded_already: 'All of its money has gone back: cancel the order instead.',
  out_of_stock: outOfStock,
};

export const refundRefusals: Record<RefundRefusal | 'more_than_sold' | 'units_refunded' | 'changed_meanwhile', string> =
  {
    changed_meanwhile: changed,
    not_paid: 'Nothing was paid for this order.',
    nothing_to_refund: 'Nothing is left to refund.',
    too_much: 'This is more than what is left to refund.',
    provider_refused: 'The payment provider refused this refund. Nothing was given back.',
    units_refunded: 'Some of these units or the shipping have been refunded already.',
    more_than_sold: 'More units cannot go back into stock than were sold.',
  };

export const cancelRefusals = {
  changed_meanwhile: changed,
  shipped_already: 'This order has left the house: it can be returned, not cancelled.',
  cancelled_already: 'This order is cancelled already.',
} as const;
export type CancelRefusal = keyof typeof cancelRefusals;

export const addressRefusals = {
  changed_meanwhile: changed,
  shipped_already: 'This order has left the house: its address can no longer be changed.',
} as const;
export type AddressRefusal = keyof typeof addressRefusals;

export const contactRefusals = {
  changed_meanwhile: changed,
  erased: 'The contact of this customer has been erased: there is nothing left to correct.',
} as const;
export type ContactRefusal = keyof typeof contactRefusals;

export const requestReturnInput = z
  .object({
    /** Token of the order's signed link. Without it the signed-in owner names the order. */
    token: z.string().max(200).optional(),
    orderNumber: z.string().max(40).optional(),
    /** Optional, because the policy requires no reason. */
    reason: z.string().trim().max(reasonMax).default(''),
    items: z.array(z.object({ productId: z.uuid(), quantity: z.number().int().min(1).max(99) })).max(20),
  })
  .refine(({ token, orderNumber }) => token !== undefined || orderNumber !== undefined, 'Which order is it?');

export const requestReturnOutput = z.object({ success: z.literal(true), status: z.literal('requested') });

export const returnRefusals: Record<ReturnRefusal, string> = {
  not_shipped: 'This order has not been shipped yet. Please contact us to cancel it.',
  refunded: 'This order has been refunded in full.',
  window_closed: 'The time in which this order could be returned has ended.',
  return_open: 'A return of this order is already under way.',
  nothing_chosen: 'Please choose what you send back.',
  more_than_bought: 'This is more than what can be returned of this order.',
};

/** URL of the carrier's prepaid label, which the owner enters to send it. */
export const labelInput = z.url({ protocol: /^https$/ }).max(500);

export const returnStepRefusals: Record<keyof typeof refundRefusals | 'not_open', string> = {
  ...refundRefusals,
  not_open: 'This return was dealt with in the meantime.',
};

export const resendRefusals: Record<ResendRefusal, string> = {
  no_mail: 'This order has no such mail.',
  on_its_way: 'The email is on its way already.',
  content_erased: 'The text of this email is not kept any more.',
  comes_once: 'This email tells its reader that it comes once: it is not sent again.',
};

export const updateStatusCall = endpointWithBody('post', '/update-order-status', {
  summary: 'Give an order a status, carrier and tracking number',
  input: updateStatusInput,
  output: updateStatusOutput,
});

export const newestCall = endpoint('get', '/newest-order', {
  summary: 'The order that came in last',
  output: newestOrderOutput,
});

export const askReturnCall = endpointWithBody('post', '/request-return', {
  summary: 'Announce that something of an order comes back',
  input: requestReturnInput,
  output: requestReturnOutput,
});
