import type { Attention } from '#platform/monitoring.server.ts';

/** Counting stops here: '999+' says enough. */
export const maxCounted = 1_000;

/** What waits for a person: how many, at most 1,000, and where the first is dealt with. */
export type Waiting = Pick<Attention, 'one' | 'many' | 'to' | 'urgency'> & { count: number; dueAt: Date | null };

/** '3', and '999+' for what was not counted to its end. */
export function countText(count: number): string {
  return count >= maxCounted ? `${maxCounted - 1}+` : String(count);
}
