import { byName } from '#modules/email/rules.ts';

import type { ParcelMail } from './rules.ts';

export type ParcelKind = 'order_shipped' | 'order_out_for_delivery' | 'order_delivered';

/** The steps of a parcel as its mails show them. */
export const parcelSteps = ['Confirmed', 'Shipped', 'Out for delivery', 'Delivered'];

/** How many of the steps are done. */
export const stepsDone: Record<ParcelKind, number> = {
  order_shipped: 2,
  order_out_for_delivery: 3,
  order_delivered: 4,
};

/** What a mail about a parcel says first. */
export function parcelWords(kind: ParcelKind, { firstName, carrier }: ParcelMail): { title: string; text: string } {
  const name = byName(firstName);
  const by = carrier === null || carrier.trim() === '' ? '' : ` with ${carrier.trim()}`;
  const words = {
    order_shipped: { title: `It is on its way${name}`, text: `Your parcel has left us${by}.` },
    order_out_for_delivery: { title: `It arrives today${name}`, text: `Your parcel is out for delivery${by}.` },
    order_delivered: { title: `It has arrived${name}`, text: 'Your parcel was delivered. Enjoy your first minute.' },
  };
  return words[kind];
}
