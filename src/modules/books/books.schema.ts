import { rangeRefusals } from '#shared/day-range.ts';

/** Sentences for a day from which the provider's records cannot be read again. */
export const readAgainRefusals = {
  not_a_day: rangeRefusals.not_a_day,
  in_future: 'Choose a date that isn’t in the future.',
  read_anyway: 'Records from that date are already scheduled for import.',
};
