/**
 * True for `npm test`. Repeated proofs, such as a second screen or more random cases, run only in
 * the full run. CI does that, and so does running a file on its own.
 */
export const isShortRun = process.env.TEST_LENGTH === 'short';

/**
 * Number of random cases of a property: a fifth in the short run, with different values each time.
 */
export const randomCases = (inFullRun: number) => (isShortRun ? inFullRun / 5 : inFullRun);
