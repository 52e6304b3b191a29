import type { Cents } from '#shared/money.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export type Refund = {
  id: string;
  amountCents: Cents;
  reason: string;
  status: RefundStatus;
  /** The provider's word for why it failed. */
  failure: string | null;
};

export type RefundRefusal = 'not_paid' | 'nothing_to_refund' | 'too_much' | 'provider_refused';

/** Why `amountCents` cannot be refunded when `remainingCents` of `capturedCents` are neither returned nor on their way. */
export function refundRefusal(capturedCents: Cents, remainingCents: Cents, amountCents: Cents): RefundRefusal | null {
  if (capturedCents <= 0) return 'not_paid';
  if (remainingCents <= 0 || !Number.isSafeInteger(amountCents) || amountCents < 1) return 'nothing_to_refund';
  return amountCents > remainingCents ? 'too_much' : null;
}

const ranks: Record<RefundStatus, number> = { pending: 0, succeeded: 1, failed: 2 };

type Known = { status: RefundStatus; providerId: string | null };

/**
 * The status of a refund after the provider told `told`. The provider's statements may come late and twice: a refund goes from
 * pending to succeeded and from either to failed, never back. What the shop concluded without an answer gives way to any answer.
 */
export function statusAfter(known: Known, told: RefundStatus): RefundStatus {
  if (known.providerId === null) return told;
  return ranks[told] > ranks[known.status] ? told : known.status;
}
