import { z } from 'zod';

import { countries, regionCode } from '#shared/countries.ts';

import { ppmOf } from './rules.ts';

/** A rate's form: percent as '7.25'; where it comes from has to be said. */
export const rateInput = z.object({
  name: z.string().min(1, 'Enter what receipts call it, for example Sales tax').max(60, 'Use at most 60 characters'),
  ratePpm: z.string().transform((typed, check) => {
    const ppm = ppmOf(typed);
    if (ppm !== null) return ppm;
    check.addIssue({ code: 'custom', message: 'Enter a percentage from 0 to 100, for example 7.25' });
    return z.NEVER;
  }),
  inclusive: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
  source: z
    .string()
    .min(3, 'Say where the rate comes from and from when it applies')
    .max(200, 'Use at most 200 characters'),
  stamp: z.string().default(''),
});

/** The place of a new rate: a state by code or name, or the whole country. */
export const placeInput = z
  .object({
    country: z.enum(countries, 'Choose a country'),
    state: z.string().max(60, 'Use at most 60 characters').default(''),
  })
  .transform(({ country, state }, check) => {
    const code = state === '' ? '' : regionCode(country, state);
    if (code !== null) return { country, state: code };
    check.addIssue({
      code: 'custom',
      path: ['state'],
      message: 'Enter a state of this country, or nothing for all of it',
    });
    return z.NEVER;
  });

export const rateRefusals = {
  gone: 'There is no such rate any more.',
  place_taken: 'This place has a rate already: change that one.',
  changed_meanwhile:
    'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.',
} as const;

export type RateRefusal = keyof typeof rateRefusals;
