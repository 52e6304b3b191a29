import { z } from 'zod';

import { changedMeanwhile } from '#modules/audit/audit-log.ts';
import {
  checkbox,
  endsEarlier,
  endsLater,
  optionalField,
  optionalMoment,
  versionField,
  textField,
} from '#platform/http/form-fields.server.ts';
import { parseCents } from '#shared/form-values.ts';

import { codeIssue, normalCode } from './code-format.ts';
import { codeTypes, maxCodeUses, parsePercent, type CodeEdit } from './edit-codes.ts';

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

type Typed = z.infer<typeof fields>;

/**
 * Basis points or cents; null if not a valid amount. 0 for codes that make the order or the
 * shipping free.
 */
const valueOf = ({ type, value }: Pick<Typed, 'type' | 'value'>) =>
  type === 'percent' ? parsePercent(value) : type === 'fixed' ? parseCents(value) || null : 0;
const minimumOf = ({ minimum }: Pick<Typed, 'minimum'>) => (minimum === '' ? 0 : parseCents(minimum));

/** The code form: percent typed as '10' or '12.5', amounts in dollars, dates in UTC. */
export const codeInput = fields
  .refine((typed) => minimumOf(typed) !== null, {
    path: ['minimum'],
    message: 'Enter an amount in dollars, or nothing',
  })
  .refine((typed) => typed.type !== 'percent' || valueOf(typed) !== null, {
    path: ['value'],
    message: 'Enter a percentage above 0 and up to 100',
  })
  .refine((typed) => typed.type !== 'fixed' || valueOf(typed) !== null, {
    path: ['value'],
    message: 'Enter an amount above 0 in dollars',
  })
  .refine(endsLater, endsEarlier)
  .transform((typed): CodeEdit & { version: string } => {
    const { value: _value, minimum: _minimum, ...rest } = typed;
    return { ...rest, value: valueOf(typed) ?? 0, minSubtotalCents: minimumOf(typed) ?? 0 };
  });

export const codeEditRefusals = {
  gone: 'There is no such code any more.',
  code_exists: 'There is another code with these letters.',
  below_used: 'It has been used, or is held by open checkouts, more often than that.',
  changed_meanwhile: changedMeanwhile,
} as const;

export type CodeEditRefusal = keyof typeof codeEditRefusals;
