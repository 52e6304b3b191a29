/** How long after arrival the first event appears. */
export const firstAfterMs = 3_000;
/** How long an event stays. */
export const shownMs = 4_000;
const everyMs = 25_000;
const delayMs = { least: 15_000, most: 25_000 };

/** From one appearance to the next: 25 s and a delay of 15 to 25 s more; `random` from 0 to 1. */
export function nextAfterMs(random: number): number {
  return everyMs + delayMs.least + Math.round((delayMs.most - delayMs.least) * random);
}

/** Somebody bought or looks at a product; place and time in words. */
export type SocialProofEvent = {
  id: string;
  type: 'purchase' | 'viewing';
  location: string;
  product: string;
  timestamp: string;
};
