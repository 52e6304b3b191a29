import { formatCount } from './money.ts';

/** Most results of a list that are counted. */
export const maxCounted = 1_000;

/** Returns how many results a list has, as text. Beyond `maxCounted` the number is not known. */
export function resultsText(results: number): string {
  if (results > maxCounted) return `${formatCount(maxCounted)}+ results`;
  return results === 1 ? '1 result' : `${formatCount(results)} results`;
}
