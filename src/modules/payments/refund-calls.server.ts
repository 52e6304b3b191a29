import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';
import { isUuid } from '#shared/uuid.ts';

import { listAll, listRecent, objectId } from './stripe-client.server.ts';

type ProviderRefundStatus = 'pending' | 'succeeded' | 'failed';

type NewRefund = {
  intentId: string;
  refundId: string;
  amountCents: Cents;
  reason: string;
  attempt: number;
};

const stripeReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

function refundStatus(status: string | null): ProviderRefundStatus {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/**
 * Maps a refund of the provider; `refundId` is the shop's own id, null if it was made elsewhere.
 */
export function refundFrom(refund: Stripe.Refund) {
  const { refund_id: refundId = '', reason = refund.reason ?? '' } = refund.metadata ?? {};
  const status = refundStatus(refund.status);
  return {
    id: refund.id,
    intentId: objectId(refund.payment_intent),
    refundId: isUuid(refundId) ? refundId : null,
    amountCents: refund.amount,
    reason,
    status,
    failure: status === 'failed' ? (refund.failure_reason ?? refund.status) : null,
  };
}

export type ProviderRefund = ReturnType<typeof refundFrom>;

export function refundCalls(stripe: Stripe) {
  return {
    /**
     * Requests a refund. The idempotency key names the refund and its attempt, so that a repeated
     * call makes no second one.
     */
    async createRefund({ intentId, refundId, amountCents, reason, attempt }: NewRefund) {
      const known = stripeReasons.find((one) => one === reason);
      const params = {
        payment_intent: intentId,
        amount: amountCents,
        metadata: { refund_id: refundId, reason: reason.slice(0, 500) },
        ...(known === undefined ? {} : { reason: known }),
      } satisfies Stripe.RefundCreateParams;
      return refundFrom(await stripe.refunds.create(params, { idempotencyKey: `refund-${refundId}-${attempt}` }));
    },
    readRefund: async (id: string) => refundFrom(await stripe.refunds.retrieve(id)),
    listRefunds: (intentId: string) =>
      listAll(stripe.refunds.list({ payment_intent: intentId, limit: 100 }), refundFrom),
    /** Refunds made since a time, newest first. */
    listRecentRefunds: (since: Date) => listRecent((query) => stripe.refunds.list(query), refundFrom, since),
  };
}
