import type { PaymentMode } from '#modules/payments/payment-mode.ts';

/** Stage of a dispute, independent of the provider's statuses. */
export type DisputeStage = 'inquiry' | 'open' | 'won' | 'lost';

/**
 * Stages by provider status. `inquiry`: the bank asks, no money has moved. An unlisted status is
 * `open`: the money is withheld.
 */
const stages = new Map<string, DisputeStage>([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'won'],
  ['won', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);

export const disputeStage = (status: string): DisputeStage => stages.get(status) ?? 'open';

/** True until the bank has decided. */
export const isUndecided = ({ status }: { status: string }) => ['inquiry', 'open'].includes(disputeStage(status));

/** Returns the dispute's page at Stripe. Null in the sandbox, which has none. */
export function disputeUrl(mode: PaymentMode, providerId: string): string | null {
  if (mode === 'sandbox') return null;
  return `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}disputes/${encodeURIComponent(providerId)}`;
}

const statusesIn = (...selected: DisputeStage[]) =>
  [...stages].flatMap(([status, stage]) => (selected.includes(stage) ? [status] : []));

/** Statuses in which the shop has the disputed money. */
export const shopFundedStatuses = statusesIn('inquiry', 'won');
/** Statuses that end a dispute. */
export const settledStatuses = statusesIn('won', 'lost');
/** Statuses in which the bank has the shop's evidence. */
const answeredStatuses = ['under_review', 'warning_under_review', 'appeal_under_review'];
/** Statuses in which nothing is left for the shop to answer. */
export const closedToEvidence = [...settledStatuses, ...answeredStatuses];

/** True while the bank waits for the shop's evidence. */
export const awaitsEvidence = ({ status }: { status: string }) => !closedToEvidence.includes(status);

/** True when the provider withholds the disputed money, for now or for good. */
export const withholdsMoney = (status: string) => !shopFundedStatuses.includes(status);

const isSettled = (status: string) => settledStatuses.includes(status);

type Known = { status: string; providerUpdatedAt: Date };
type Update = { status: string; providerUpdatedAt: Date | null };

/**
 * True when an update is newer than the stored state. Updates come late and more than once. The
 * later `providerUpdatedAt` wins; within one second, the update that ends the dispute. A fresh read
 * (`providerUpdatedAt` null) is newer if its status differs. An ended dispute continues only by an
 * appeal.
 */
export function isNewer(known: Known, update: Update): boolean {
  const goesOn = isSettled(update.status) || update.status.startsWith('appeal_');
  if (isSettled(known.status) && !goesOn) return false;
  if (update.providerUpdatedAt === null) return update.status !== known.status;
  const later = update.providerUpdatedAt.getTime() - known.providerUpdatedAt.getTime();
  if (later !== 0) return later > 0;
  return update.status !== known.status && !isSettled(known.status);
}
