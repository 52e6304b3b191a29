import type Stripe from 'stripe';

import { listRecent, objectId } from './stripe-client.server.ts';

/**
 * Maps a dispute of the provider. `providerUpdatedAt` is the time of the event that stated it, null
 * if it was read just now.
 */
export function disputeFrom(dispute: Stripe.Dispute, providerUpdatedAt: Date | null) {
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    intentId: objectId(dispute.payment_intent),
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
    openedAt: new Date(dispute.created * 1000),
    providerUpdatedAt,
  };
}

export type ProviderDispute = ReturnType<typeof disputeFrom>;

export function disputeCalls(stripe: Stripe) {
  return {
    readDispute: async (id: string) => disputeFrom(await stripe.disputes.retrieve(id), null),
    /** Disputes opened since a time, newest first. */
    listRecentDisputes: (since: Date) =>
      listRecent(
        (query) => stripe.disputes.list(query),
        (dispute) => disputeFrom(dispute, null),
        since,
      ),
  };
}
