import { z } from 'zod';

import { linesOf, momentOf } from '#shared/typed.ts';

import { claimsAnEnd } from './rules.ts';

const moment = z
  .string()
  .default('')
  .transform((typed, check) => {
    const at = momentOf(typed);
    if (typed === '' || at !== null) return at;
    check.addIssue({ code: 'custom', message: 'Choose a date and a time' });
    return z.NEVER;
  });

const line = z.string().min(3, 'Enter a text').max(90, 'Use at most 90 characters: it has to fit on a phone');

/** The banner's form; moments in UTC. */
export function bannerInput(shopMode: 'demo' | 'live') {
  return z
    .object({
      text: line,
      neutralText: line.refine(
        (text) => !claimsAnEnd(text),
        'This text stands without an end: it cannot say that something ends',
      ),
      startsAt: moment,
      endsAt: moment,
      stamp: z.string().default(''),
    })
    .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt, {
      path: ['endsAt'],
      message: 'The end must be after the beginning',
    })
    .refine(({ text, endsAt }) => shopMode === 'demo' || endsAt !== null || !claimsAnEnd(text), {
      path: ['endsAt'],
      message: 'A text that says that something ends needs its end',
    });
}

const lines = (most: number) =>
  z
    .string()
    .default('')
    .transform(linesOf)
    .refine((typed) => typed.length <= most, `Use at most ${most} lines`)
    .refine((typed) => typed.every((one) => one.length <= 60), 'Use at most 60 characters a line')
    .transform((typed) => typed.join('\n'));

/** The seller's form: what invoices must name. */
export const sellerInput = z.object({
  legalName: z.string().min(2, 'Enter the name under which you sell').max(90, 'Use at most 90 characters'),
  address: lines(6).refine((typed) => typed !== '', 'Enter the address'),
  taxNumbers: lines(4),
  stamp: z.string().default(''),
});

export const changedMeanwhile =
  'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.';
