/** What a dispute means for the shop, whatever words the provider has for it. */
export type DisputeStage = 'inquiry' | 'open' | 'won' | 'lost';

/** `inquiry`: the bank asks, no money has moved. A word that is not here is `open`: the money is held back. */
const stages = new Map<string, DisputeStage>([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'won'],
  ['won', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);

export const disputeStage = (status: string): DisputeStage => stages.get(status) ?? 'open';

const statusesIn = (...wanted: DisputeStage[]) =>
  [...stages].flatMap(([status, stage]) => (wanted.includes(stage) ? [status] : []));

/** Statuses in which the shop has the disputed money; in all others the provider keeps it, for now or for good. */
export const withShopsMoney = statusesIn('inquiry', 'won');
/** Statuses that end a dispute. */
export const settled = statusesIn('won', 'lost');
/** Statuses in which the bank has the shop's evidence. */
const answered = ['under_review', 'warning_under_review', 'appeal_under_review'];
/** Statuses in which nothing is left for the shop to answer. */
export const unanswerable = [...settled, ...answered];

export const keepsMoney = (status: string) => !withShopsMoney.includes(status);

const isSettled = (status: string) => settled.includes(status);

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
