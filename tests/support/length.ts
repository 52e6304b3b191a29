/**
 * Whether this is `npm test`: what repeats a proof on a second screen runs in the full run, which CI
 * calls, and when a file is run by itself.
 */
export const isShort = process.env.TEST_LENGTH === 'short';
