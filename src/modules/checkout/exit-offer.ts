import { codeAmount, codeFreesShipping, type DiscountCode } from '#modules/discounts/discount-code.ts';
import type { Cents } from '#shared/money.ts';

/** Discount of the offer, in whole percent. */
export const exitPercent = 10;
/** Duration of the offer, in minutes: in the dialog and of its code. */
const exitMinutes = 5;
/**
 * Distance from the top of the page, in pixels, within which a leaving pointer heads for the
 * address bar or tabs.
 */
const exitTopPx = 20;
/** Minimum time, in ms, that the pointer must be gone. */
export const exitDelayMs = 100;

/** True if a pointer that leaves at this height, in pixels, is about to leave the page. */
export function leavesAtTop(clientY: number): boolean {
  return clientY <= exitTopPx;
}

export type ExitOfferState = {
  /** True if the offer was ever shown, in this or an earlier visit. */
  wasShown: boolean;
  hasCode: boolean;
  /** True while something is under way, or if there is nothing to discount. */
  isBusy: boolean;
  isTyping: boolean;
  isDialogOpen: boolean;
};

/** True if the offer may open unprompted now. */
export function mayOffer({ wasShown, hasCode, isBusy, isTyping, isDialogOpen }: ExitOfferState): boolean {
  return !wasShown && !hasCode && !isBusy && !isTyping && !isDialogOpen;
}

/** Returns the end of an offer made now. */
export function offerEnd(now: Date): Date {
  return new Date(now.getTime() + exitMinutes * 60 * 1000);
}

/** Whole seconds from `now` to `end`, rounded up; 0 if it is past. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

type Saving = { goods: Cents; shippingCents: Cents };

/** Returns the saving of a code on these goods and shipping, in cents. */
export function codeSaving(code: Pick<DiscountCode, 'type' | 'value'>, { goods, shippingCents }: Saving): Cents {
  return codeAmount(code, goods) + (codeFreesShipping(code) ? shippingCents : 0);
}
