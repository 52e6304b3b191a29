import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

import { allOf, since, unhurried } from '../patience/service.server.ts';
import { idOf } from '../refunds/service.server.ts';

/** A dispute as the provider tells of it. */
export type ProviderDispute = {
  id: string;
  intentId: string | null;
  amountCents: Cents;
  reason: string;
  status: string;
  evidenceDueAt: Date | null;
  openedAt: Date;
  /** When an event stated this; null when it was read just now. */
  statedAt: Date | null;
};

export function disputeFrom(dispute: Stripe.Dispute, statedAt: Date | null): ProviderDispute {
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
    openedAt: new Date(dispute.created * 1000),
    statedAt,
  };
}

export function disputeCalls(stripe: Stripe) {
  return {
    readDispute: async (id: string) => disputeFrom(await stripe.disputes.retrieve(id), null),
    /** Disputes opened in the last `seconds`, newest first. */
    listRecentDisputes: (seconds: number) =>
      unhurried(() => allOf(stripe.disputes.list(since(seconds)), (dispute) => disputeFrom(dispute, null))),
  };
}

export type DisputeCalls = ReturnType<typeof disputeCalls>;
