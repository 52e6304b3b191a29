import type { Attention } from '#platform/monitoring.server.ts';

/** Max count, because '999+' says enough. */
export const maxCounted = 1_000;

/**
 * A dashboard entry that needs a person: its count, at most 1,000, and the link to its first item.
 */
export type Waiting = Pick<Attention, 'one' | 'many' | 'to' | 'urgency'> & { count: number; dueAt: Date | null };

/** Returns '3', or '999+' from 1,000 on. */
export function countText(count: number): string {
  return count >= maxCounted ? `${maxCounted - 1}+` : String(count);
}
