import { promises } from '#content/site.ts';
import { byName } from '#modules/email/rules.ts';
import { formatUsd } from '#shared/money.ts';

import type { CancelledMail, RefundMail } from './rules.ts';

/** What becomes of the money of a cancelled order. */
export function cancelledText({ orderNumber, heldCents }: CancelledMail): string {
  const money =
    heldCents > 0
      ? `We give back ${formatUsd(heldCents)} the way it was paid, and write again once it is on its way.`
      : 'No money of yours is left with us for it.';
  return `Your order ${orderNumber} is cancelled and will not be sent. ${money}`;
}

export function cancelledTitle({ firstName }: CancelledMail): string {
  return `Your order is cancelled${byName(firstName)}`;
}

/** How much goes back, and when it is seen. */
export function refundText({ orderNumber, amountCents, isFull }: RefundMail): string {
  const part = isFull ? 'all that you paid' : 'a part of what you paid';
  return `We have sent back ${formatUsd(amountCents)}, ${part} for order ${orderNumber}. It goes the way you paid and shows on your statement within ${promises.refundVisibleDays} business days.`;
}

export function refundTitle({ firstName }: RefundMail): string {
  return `Your refund is on its way${byName(firstName)}`;
}
