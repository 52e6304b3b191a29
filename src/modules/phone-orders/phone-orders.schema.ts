import { cartRefusals } from '#modules/cart/cart.schema.ts';

export const manageRefusals = {
  over: 'This link has ended or a payment is in progress. Nothing was changed.',
  sent_meanwhile: 'Someone else just sent this link. It wasn’t sent twice.',
  erased: 'The contact details were erased, so the link can’t be sent.',
} as const;

export type ManageRefusal = keyof typeof manageRefusals;

/** Sentences for the customer whose payment link cannot be opened. */
export const openRefusals = {
  paid: 'This order has already been paid.',
  being_paid: 'Your payment is being processed. Please wait for its result.',
  expired: 'This payment link has expired.',
  withdrawn: 'This payment link was cancelled.',
  sold_out: cartRefusals.sold_out,
} as const;

export type OpenRefusal = keyof typeof openRefusals;
