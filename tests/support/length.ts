/**
 * Whether this is `npm test`: what repeats a proof, on a second screen or with more random cases, runs in the full run, which CI
 * calls, and when a file is run by itself.
 */
export const isShort = process.env.TEST_LENGTH === 'short';

/** How many random cases a property has: a fifth in the short run, others each time. */
export const randomCases = (inFullRun: number) => (isShort ? inFullRun / 5 : inFullRun);
