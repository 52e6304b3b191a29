import { z } from 'zod';

import { centsOf } from '#shared/typed.ts';

import { mostDays } from './rules.ts';

const days = z
  .string()
  .regex(/^\d{1,3}$/, 'Enter a whole number of business days')
  .transform(Number)
  .refine((count) => count <= mostDays, `Enter at most ${mostDays} days`);

/** A shipping option's form: price in dollars, 0 for free. */
export const optionInput = z
  .object({
    name: z.string().min(1, 'Enter a name').max(80, 'Use at most 80 characters'),
    description: z.string().max(200, 'Use at most 200 characters').default(''),
    priceCents: z.string().transform((typed, check) => {
      const cents = centsOf(typed);
      if (cents !== null && cents <= 100_000) return cents;
      check.addIssue({ code: 'custom', message: 'Enter an amount in dollars up to 1,000, 0 for free' });
      return z.NEVER;
    }),
    daysMin: days,
    daysMax: days,
    isActive: z
      .string()
      .optional()
      .transform((value) => value === 'on'),
    stamp: z.string().default(''),
  })
  .refine(({ daysMin, daysMax }) => daysMin <= daysMax, {
    path: ['daysMax'],
    message: 'The longest time cannot be below the shortest',
  });

export const optionRefusals = {
  gone: 'There is no such shipping option any more.',
  last_active: 'This is the only option that customers can choose. Switch on another one first.',
  changed_meanwhile:
    'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.',
} as const;

export type OptionRefusal = keyof typeof optionRefusals;
