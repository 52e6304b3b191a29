import { z } from 'zod';

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

export const rateRefusals = {
  gone: 'There is no such rate any more.',
  changed_meanwhile:
    'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.',
} as const;

export type RateRefusal = keyof typeof rateRefusals;
