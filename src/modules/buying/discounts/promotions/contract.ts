import { z } from 'zod';

import { centsOf, linesOf } from '#shared/typed.ts';

import { box, optionalMoment } from '../editing/contract.ts';
import type { PromotionKind, PromotionOptions } from './rules.ts';

const count = z
  .string()
  .regex(/^[1-9]\d?$/, 'Enter a whole number from 1 to 99')
  .transform(Number);

const fieldSchemas = {
  count,
  money: z.string().transform((typed, check) => {
    const cents = centsOf(typed);
    if (cents !== null && cents > 0) return cents;
    check.addIssue({ code: 'custom', message: 'Enter an amount above 0 in dollars' });
    return z.NEVER;
  }),
  text: z.string().min(1, 'Enter what customers read').max(40, 'Use at most 40 characters'),
  shipping: z
    .string()
    .default('')
    .transform(linesOf)
    .pipe(z.array(z.uuid()).min(1, 'Choose at least one shipping method').max(50)),
};

/** A promotion's form: the options of its kind, and when it runs; amounts in dollars, moments in UTC. */
export function promotionInput({ fields }: PromotionKind) {
  const schemas = Object.entries(fields).map(([name, { type }]) => [name, fieldSchemas[type]] as const);
  const options = z.object(Object.fromEntries(schemas));
  const running = z
    .object({
      enabled: box,
      startsAt: optionalMoment,
      endsAt: optionalMoment,
      position: count,
      stamp: z.string().default(''),
    })
    .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt, {
      path: ['endsAt'],
      message: 'The end must be after the beginning',
    });
  return z.intersection(
    options.transform((typed): { options: PromotionOptions } => ({ options: typed })),
    running,
  );
}

export const promotionRefusals = {
  gone: 'There is no such promotion any more.',
  changed_meanwhile:
    'Someone else has changed this since you opened it. Nothing was saved: compare with what is stored now, then save again.',
} as const;

export type PromotionRefusal = keyof typeof promotionRefusals;
