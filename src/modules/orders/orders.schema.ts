import { z } from 'zod';

import { endpoint, endpointWithBody } from '#platform/http/endpoint.server.ts';
import type { ResendRefusal } from '#modules/email/resend-mail.server.ts';

import { adminStatuses, statusFailures, statusProblem } from './order-status.ts';
import { holdReasonMax, type ReasonRefusal, type ReleaseRefusal } from './order-holds.ts';
import type { RefundRefusal } from './refunds.ts';
import { reasonMax, type ReturnRefusal } from './returns.ts';
import { carrierMax, typedMax } from './shipment.ts';
import type { StatusQuestion, StatusRefusal } from './status-change.ts';

export const updateStatusInput = z.object({
  orderNumber: z.string(statusFailures.nothing_chosen).trim().min(1, statusFailures.nothing_chosen).max(40),
  status: z
    .enum(adminStatuses, { error: ({ input }) => statusProblem(input) })
    .describe('“cancelled” cancels the order with its refund: for admins with a recent password, and with “confirm”'),
  carrierName: z.string().max(typedMax).nullish().describe('Null or empty removes it. If omitted, it doesn’t change'),
  trackingNumber: z
    .string()
    .max(typedMax)
    .nullish()
    .describe('Null or empty removes it. If omitted, it doesn’t change'),
  /** Version that the user saw. A change is refused if the order changed since. */
  version: z.number().int().optional(),
  /** True once the user has confirmed an unusual change, or a cancellation with its refund. */
  confirm: z.boolean().optional(),
});

export type StatusInput = z.infer<typeof updateStatusInput>;

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

const changed = 'This order changed after you opened it. Review it, then make your change again.';
const outOfStock = 'There’s not enough stock for this order.';

/** Facts that keep an order from a change of its status, carrier or tracking number. */
export const statusFacts: Record<StatusRefusal, string> = {
  unknown_order: 'No order has this number.',
  changed_meanwhile: changed,
  cancel_to_refund:
    'Cancel the order to refund it and restock its units. An admin can do this with “Cancel order” on the order’s page.',
  held: 'This order is on hold. Release it before you ship it.',
  out_of_stock: outOfStock,
  shipped_already: 'This order already shipped.',
  number_shortened: 'Your spreadsheet shortened this number. Format the column as text and export again.',
  number_unreadable: 'Use 4 to 60 letters and digits for the tracking number, with at least one digit.',
  number_used: 'Another order already has this tracking number.',
  carrier_missing: 'Choose a carrier.',
  carrier_too_long: `Use at most ${carrierMax} characters for the carrier.`,
  from_cancelled: 'This order was cancelled and may have been refunded. Restocked units are taken out of stock again.',
  refunded: 'This order was fully refunded.',
  unpaid: 'This order isn’t paid.',
  backwards: 'This moves the order back a step.',
  skips_delivery: 'This order never shipped.',
  check_digit: 'The check digit of this tracking number is wrong. A digit is mistyped or missing.',
  zeros_missing: 'This tracking number matches its carrier only with leading zeros, which spreadsheets drop.',
  shared_package: 'Another order of this customer has this tracking number.',
  another_package: 'This order has another tracking number.',
};

/** Questions after those facts. Sent again with `confirm`, the change is made. */
const questions: Record<StatusQuestion, string> = {
  from_cancelled: 'Change the status anyway?',
  refunded: 'Ship it anyway?',
  unpaid: 'Ship it anyway?',
  backwards: 'Change the status anyway?',
  skips_delivery: 'Mark it as delivered anyway?',
  check_digit: 'Use it anyway?',
  zeros_missing: 'Use it anyway?',
  shared_package: 'Are both shipped in one package?',
  another_package: 'Is this another package of the order?',
};

export const isStatusQuestion = (refusal: StatusRefusal): refusal is StatusQuestion => refusal in questions;

/** Returns the question that confirms a refused change, or undefined if nothing does. */
export const statusQuestion = (refusal: StatusRefusal) => (isStatusQuestion(refusal) ? questions[refusal] : undefined);

/** Returns the sentence of a refusal, with its question if it can be confirmed. */
export const statusSentence = (refusal: StatusRefusal): string =>
  [statusFacts[refusal], statusQuestion(refusal)].filter(Boolean).join(' ');

export const releaseRefusals: Record<ReleaseRefusal | ReasonRefusal | 'changed_meanwhile', string> = {
  changed_meanwhile: changed,
  reason_missing: 'Enter a reason.',
  reason_too_long: `Use at most ${holdReasonMax} characters for the reason.`,
  not_held: 'This order isn’t on hold.',
  dispute_open: 'The order stays on hold until the dispute is decided.',
  nothing_to_ship: 'The items in this order are unknown. Refund the payment instead.',
  address_missing: 'Complete the address before you release this order.',
  refunded_already: 'This order was fully refunded. Cancel it instead.',
  out_of_stock: outOfStock,
};

export const refundRefusals: Record<
  RefundRefusal | 'more_than_sold' | 'units_refunded' | 'no_tax' | 'changed_meanwhile',
  string
> = {
  changed_meanwhile: changed,
  no_tax: 'There’s no tax to refund.',
  not_paid: 'This order has no payment to refund.',
  nothing_to_refund: 'There’s nothing left to refund.',
  too_much: 'This is more than the amount left to refund.',
  provider_refused: 'The payment provider declined this refund. No money was returned.',
  units_refunded: 'Some of these units, or the shipping, were already refunded.',
  more_than_sold: 'You can’t restock more units than were sold.',
};

export const cancelRefusals = {
  changed_meanwhile: changed,
  shipped_already: 'This order already shipped. Open a return instead.',
  cancelled_already: 'This order is already cancelled.',
} as const;
export type CancelRefusal = keyof typeof cancelRefusals;

/** Facts about an order that does not get the status `cancelled`, or not yet. */
export const cancelFacts = {
  ...cancelRefusals,
  unknown_order: statusFacts.unknown_order,
  to_cancelled: 'This cancels the order, refunds its payment and restocks its units.',
  provider_refused: 'The order is cancelled, but the payment provider declined the refund. Try the refund again.',
} as const;
export type CancelByStatusRefusal = keyof typeof cancelFacts;

/** Question after `to_cancelled`. Sent again with `confirm`, the order is cancelled. */
export const cancelQuestion = 'Cancel it?';

/** Refusals of a call that sets the status `cancelled`. */
export const cancelCallRefusals = { ...cancelFacts, to_cancelled: `${cancelFacts.to_cancelled} ${cancelQuestion}` };

const checkFields = 'Check the highlighted fields.';

export const addressRefusals = {
  changed_meanwhile: changed,
  unusable: checkFields,
  shipped_already: 'This order already shipped, so its address can’t be changed.',
  tax_changes: 'This address changes the tax of the order. Confirm it first.',
} as const;
export type AddressRefusal = keyof typeof addressRefusals;

export const contactRefusals = {
  changed_meanwhile: changed,
  unusable: checkFields,
  erased: 'This customer’s contact details were erased and can’t be edited.',
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
  return_open: 'This order already has an open return.',
  nothing_chosen: 'Please choose what you send back.',
  more_than_bought: 'This is more than what can be returned of this order.',
};

/** URL of the carrier's prepaid label, which the owner enters to send it. */
export const labelInput = z.url({ protocol: /^https$/ }).max(500);

export const returnStepRefusals: Record<keyof typeof refundRefusals | 'not_open', string> = {
  ...refundRefusals,
  not_open: 'Someone else already processed this return.',
};

export const resendRefusals: Record<ResendRefusal, string> = {
  no_mail: 'This email doesn’t belong to this order.',
  on_its_way: 'This email is already queued.',
  content_erased: 'The text of this email was deleted, so it can’t be sent again.',
  comes_once: 'This email promises to be sent only once, so it can’t be sent again.',
};

export const updateStatusCall = endpointWithBody('post', '/update-order-status', {
  summary: 'Update an order’s status, carrier and tracking number',
  input: updateStatusInput,
  output: updateStatusOutput,
});

export const newestCall = endpoint('get', '/newest-order', {
  summary: 'Get the newest order number',
  output: newestOrderOutput,
});

export const askReturnCall = endpointWithBody('post', '/request-return', {
  summary: 'Request a return',
  input: requestReturnInput,
  output: requestReturnOutput,
});
