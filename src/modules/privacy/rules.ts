import { retention } from '#content/retention.ts';

const dayMs = 24 * 60 * 60 * 1000;

export type Period = keyof typeof retention;

/** What is older than this moment is forgotten; what is exactly as old is kept. */
export function keptSince(period: Period, now: Date): Date {
  return new Date(now.getTime() - retention[period] * dayMs);
}
