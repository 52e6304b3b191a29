import { rangeRefusals } from '#shared/day-range.ts';

/** Sentences for a day from which the provider's records cannot be read again. */
export const readAgainRefusals = {
  not_a_day: rangeRefusals.not_a_day,
  in_future: 'This day is still to come.',
  read_anyway: 'The records since that day are about to be read anyway.',
};
