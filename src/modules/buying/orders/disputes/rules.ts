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

export function isSettled(status: string): boolean {
  return ['won', 'lost'].includes(disputeStage(status));
}

type Known = { status: string; statedAt: Date };
type Told = { status: string; statedAt: Date | null };

/**
 * Whether `told` is news after `known`. Statements come late and twice: the later one stands, of one second the one that ends the
 * dispute. What was read just now (`statedAt` null) is news when it differs. An ended dispute goes on only by an appeal.
 */
export function isNews(known: Known, told: Told): boolean {
  const goesOn = isSettled(told.status) || told.status.startsWith('appeal_');
  if (isSettled(known.status) && !goesOn) return false;
  if (told.statedAt === null) return told.status !== known.status;
  const later = told.statedAt.getTime() - known.statedAt.getTime();
  if (later !== 0) return later > 0;
  return told.status !== known.status && !isSettled(known.status);
}
