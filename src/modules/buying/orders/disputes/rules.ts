/** What a dispute means for the shop, whatever words the provider has for it. */
export type DisputeStage = 'inquiry' | 'open' | 'won' | 'lost';

/** `inquiry`: the bank asks, no money has moved. `open`: the money is held back. Unknown words count as open. */
export function disputeStage(status: string): DisputeStage {
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won';
  if (status === 'lost') return 'lost';
  return status.startsWith('warning_') ? 'inquiry' : 'open';
}

/** Statuses in which the provider keeps the disputed money from the shop, for now or for good. */
export function keepsMoney(status: string): boolean {
  return ['open', 'lost'].includes(disputeStage(status));
}

function isSettled(status: string): boolean {
  return ['won', 'lost'].includes(disputeStage(status));
}

type Known = { status: string; statedAt: Date };
type Update = { status: string; statedAt: Date | null };

/**
 * Whether an update is newer than what is stored. Updates come late and twice: the later one stands, of one second the one that ends
 * the dispute. What was read just now (`statedAt` null) is newer when it differs. An ended dispute goes on only by an appeal.
 */
export function isNewer(known: Known, update: Update): boolean {
  const goesOn = isSettled(update.status) || update.status.startsWith('appeal_');
  if (isSettled(known.status) && !goesOn) return false;
  if (update.statedAt === null) return update.status !== known.status;
  const later = update.statedAt.getTime() - known.statedAt.getTime();
  if (later !== 0) return later > 0;
  return update.status !== known.status && !isSettled(known.status);
}
