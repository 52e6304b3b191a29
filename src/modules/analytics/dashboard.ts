import type { DashboardAlert } from '#platform/monitoring-types.server.ts';

/** Max count, because '999+' says enough. */
export const maxCounted = 1_000;

/**
 * A dashboard entry that needs a person: its count, at most 1,000, and the link to its first item.
 */
export type AlertCount = Pick<DashboardAlert, 'one' | 'many' | 'to' | 'urgency'> & {
  count: number;
  /** When the oldest began to need attention. */
  since: Date | null;
  dueAt: Date | null;
};

/** Returns '3', or '999+' from 1,000 on. */
export function countText(count: number): string {
  return count >= maxCounted ? `${maxCounted - 1}+` : String(count);
}

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const;

/** Returns the age of a moment in its largest whole unit: '3 days'. Under a minute it is 'new'. */
export function ageText(since: Date, now: Date): string {
  const age = now.getTime() - since.getTime();
  const unit = units.find(({ ms }) => age >= ms);
  if (unit === undefined) return 'new';
  const count = Math.floor(age / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
