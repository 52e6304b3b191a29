/**
 * True in the full run: `npm run test:full`, CI, and a file run on its own. False in `npm test`,
 * which leaves out repeated proofs such as a second screen.
 */
export const isFullRun = process.env.TEST_RUN !== 'fast';

/** Number of random cases of a property. `npm test` tries a fifth, with new values each time. */
export const randomCases = (inFullRun: number) => (isFullRun ? inFullRun : inFullRun / 5);
