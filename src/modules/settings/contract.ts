import { z } from 'zod';

import { momentOf } from '#shared/typed.ts';

import { claimsAnEnd } from './rules.ts';

const days = (least: number, why: string) =>
  z
    .string()
    .regex(/^\d{1,3}$/, 'Enter a whole number of days')
    .transform(Number)
    .refine((count) => count >= least && count <= 365, why);

type Promised = { guaranteeDays: number; returnDays: number };

const promised = (count: number) =>
  days(count, `The texts of the shop promise ${count} days: fewer would break that promise`);

/** The policy's form; nothing may fall below what the texts of the site promise. */
export function policyInput(published: Promised) {
  return z.object({
    guaranteeDays: promised(published.guaranteeDays),
    returnDays: promised(published.returnDays),
    refundProcessingDays: days(1, 'Enter 1 day or more'),
    refundVisibleDays: z.string().regex(/^\d{1,2}(-\d{1,2})?$/, 'Enter days such as 5-7'),
    supportHours: z.string().min(3, 'Say when somebody answers').max(80, 'Use at most 80 characters'),
    stamp: z.string().default(''),
  });
}

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

export const changedMeanwhile =
  'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.';
