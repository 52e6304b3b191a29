import { codeAmount, codeFreesShipping, type DiscountCode } from '#modules/discounts/discount-code.ts';
import type { Cents } from '#shared/money.ts';

/** What the offer takes off, in whole percent. */
export const exitPercent = 10;
/** How long the offer stands, in minutes: in the dialog, and from the moment its code is issued. */
const exitMinutes = 5;
/** A pointer that leaves the page within this many pixels of its top goes for the address bar or the tabs. */
const exitTopPx = 20;
/** How long the pointer must be gone, in milliseconds. */
export const exitDelayMs = 100;

/** Whether a pointer that leaves at this height (px) is about to leave the page. */
export function leavesAtTop(clientY: number): boolean {
  return clientY <= exitTopPx;
}

export type Situation = {
  /** The offer was shown once, in whatever visit. */
  wasShown: boolean;
  hasCode: boolean;
  /** Something is under way, or there is nothing left to take anything off. */
  isBusy: boolean;
  isTyping: boolean;
  isDialogOpen: boolean;
};

/** Whether the offer may open by itself now. */
export function mayOffer({ wasShown, hasCode, isBusy, isTyping, isDialogOpen }: Situation): boolean {
  return !wasShown && !hasCode && !isBusy && !isTyping && !isDialogOpen;
}

/** When an offer of this moment ends. */
export function offerEnd(now: Date): Date {
  return new Date(now.getTime() + exitMinutes * 60 * 1000);
}

/** Whole seconds from `now` to an end, begun ones included; 0 when it is past. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

type Saving = { goods: Cents; shippingCents: Cents };

/** What a code saves on goods and shipping of these prices, in cents. */
export function codeSaving(code: Pick<DiscountCode, 'type' | 'value'>, { goods, shippingCents }: Saving): Cents {
  return codeAmount(code, goods) + (codeFreesShipping(code) ? shippingCents : 0);
}
