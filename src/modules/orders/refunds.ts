import type { Cents } from '#shared/money.ts';

/** Statuses in the order in which a refund passes them. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

export type RefundStatus = (typeof refundStatuses)[number];

export type Refund = {
  id: string;
  amountCents: Cents;
  reason: string;
  status: RefundStatus;
  /** Reason for the failure, in the provider's words. */
  failure: string | null;
};

export type RefundRefusal = 'not_paid' | 'nothing_to_refund' | 'too_much' | 'provider_refused';

/**
 * Returns why `amountCents` cannot be refunded, or null. `remainingCents` of `capturedCents` are
 * neither returned nor on their way.
 */
export function refundRefusal(capturedCents: Cents, remainingCents: Cents, amountCents: Cents): RefundRefusal | null {
  if (capturedCents <= 0) return 'not_paid';
  if (remainingCents <= 0 || !Number.isSafeInteger(amountCents) || amountCents < 1) return 'nothing_to_refund';
  return amountCents > remainingCents ? 'too_much' : null;
}

type Known = { status: RefundStatus; providerId: string | null };

const rank = (status: RefundStatus) => refundStatuses.indexOf(status);

/**
 * Returns the status of a refund after a provider update. Updates may come late and more than once.
 * A refund goes from pending to succeeded and from either to failed, never back. A status that the
 * shop concluded without a response gives way to any update.
 */
export function statusAfter(known: Known, update: RefundStatus): RefundStatus {
  if (known.providerId === null) return update;
  return rank(update) > rank(known.status) ? update : known.status;
}
