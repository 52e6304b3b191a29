/** Time from arrival to the first event. */
export const firstAfterMs = 3_000;
/** Time for which an event is shown. */
export const shownMs = 4_000;
const everyMs = 25_000;
const delayMs = { min: 15_000, max: 25_000 };

/**
 * Returns the time between two appearances: 25 s plus a delay of 15 to 25 s. `random` is 0 to 1.
 */
export function nextAfterMs(random: number): number {
  return everyMs + delayMs.min + Math.round((delayMs.max - delayMs.min) * random);
}

/** A purchase or a visit of a product. Location and time are display text. */
export type SocialProofEvent = {
  id: string;
  type: 'purchase' | 'viewing';
  location: string;
  product: string;
  timestamp: string;
};
