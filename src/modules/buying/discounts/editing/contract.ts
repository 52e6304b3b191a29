import { z } from 'zod';

import { changedMeanwhile } from '#modules/ground/audit/refusals.ts';
import {
  checkbox,
  endsEarlier,
  endsLater,
  optionalField,
  optionalMoment,
  versionField,
  textField,
} from '#platform/http/form-fields.server.ts';
import { centsOf } from '#shared/typed.ts';

import { codeIssue, normalCode } from '../typed/rules.ts';
import { codeTypes, maxCodeUses, percentOf, type CodeEdit } from './rules.ts';

const optionalCount = optionalField((typed) => {
  const count = /^\d{1,7}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= maxCodeUses ? count : null;
}, 'Enter a whole number from 1, or nothing for no limit');

const fields = z.object({
  code: z
    .string()
    .transform(normalCode)
    .superRefine((code, check) => {
      const issue = codeIssue(code);
      if (issue !== null) check.addIssue({ code: 'custom', message: issue });
    }),
  name: textField(100, 'Enter what customers read, for example 10% off'),
  type: z.enum(codeTypes, 'Choose what it takes off'),
  value: z.string().default(''),
  minimum: z.string().default(''),
  startsAt: optionalMoment,
  endsAt: optionalMoment,
  maxUses: optionalCount,
  maxUsesPerCustomer: optionalCount,
  demoOnly: checkbox,
  isActive: checkbox,
  version: versionField,
});

type Amounts = { value: number; minSubtotalCents: number };

function amountsOf({ type, value, minimum }: z.infer<typeof fields>, check: z.RefinementCtx): Amounts {
  const issue = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
  const percent = percentOf(value);
  const cents = centsOf(value);
  const least = minimum === '' ? 0 : centsOf(minimum);
  if (least === null) issue('minimum', 'Enter an amount in dollars, or nothing');
  if (type === 'percent' && percent === null) issue('value', 'Enter a percentage above 0 and up to 100');
  if (type === 'fixed' && (cents === null || cents === 0)) issue('value', 'Enter an amount above 0 in dollars');
  const stored = type === 'percent' ? percent : type === 'fixed' ? cents : 0;
  return { value: stored ?? 0, minSubtotalCents: least ?? 0 };
}

/** A code's form: percent typed as '10' or '12.5', amounts in dollars, moments in UTC. */
export const codeInput = fields
  .transform((typed, check): CodeEdit & { version: string } => {
    const { value: _value, minimum: _minimum, ...rest } = typed;
    return { ...rest, ...amountsOf(typed, check) };
  })
  .refine(endsLater, endsEarlier);

export const codeEditRefusals = {
  gone: 'There is no such code any more.',
  code_exists: 'There is another code with these letters.',
  below_used: 'It has been used, or is held by open checkouts, more often than that.',
  changed_meanwhile: changedMeanwhile,
} as const;

export type CodeEditRefusal = keyof typeof codeEditRefusals;
