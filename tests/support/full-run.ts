/**
 * True in the full run: `npm run test:full`, and a file run on its own. False in `npm test`, and in
 * the browser stories and embedded databases of `npm run test:ci`: both leave out repeated proofs
 * such as a second screen.
 */
export const isFullRun = process.env.TEST_RUN !== 'fast';

/** True in the part of `npm run test:ci` that follows an `npm test`: what that left out. */
export const isBeyondFast = process.env.TEST_RUN === 'beyond-fast';

/** True in `npm run test:ci`, which a change must pass, and in its part beyond `npm test`. */
export const isCiRun = isBeyondFast || process.env.TEST_RUN === 'ci';

/** Number of random cases of a property. `npm test` tries a fifth, with new values each time. */
export const randomCases = (inFullRun: number) => (isFullRun ? inFullRun : inFullRun / 5);
