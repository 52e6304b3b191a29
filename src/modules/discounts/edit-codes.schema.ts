import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
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

import { typedCode } from './discounts.schema.ts';
import { codeTypes, maxCodeUses, parsePercent, type CodeEdit } from './edit-codes.ts';

const optionalCount = optionalField((typed) => {
  const count = /^\d{1,7}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= maxCodeUses ? count : null;
}, 'Enter a whole number from 1, or leave empty for no limit');

const fields = z.object({
  code: typedCode,
  name: textField(100, 'Enter the name customers see, for example 10% off'),
  type: z.enum(codeTypes, 'Choose a discount type'),
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
    message: 'Enter an amount in dollars, or leave empty',
  })
  .refine((typed) => typed.type !== 'percent' || valueOf(typed) !== null, {
    path: ['value'],
    message: 'Enter a percentage greater than 0, up to 100',
  })
  .refine((typed) => typed.type !== 'fixed' || valueOf(typed) !== null, {
    path: ['value'],
    message: 'Enter an amount greater than $0',
  })
  .refine(endsLater, endsEarlier)
  .transform((typed): CodeEdit & { version: string } => {
    const { value: _value, minimum: _minimum, ...rest } = typed;
    return { ...rest, value: valueOf(typed) ?? 0, minSubtotalCents: minimumOf(typed) ?? 0 };
  });

export const codeEditRefusals = {
  gone: 'This code no longer exists.',
  code_exists: 'This code already exists.',
  below_used: 'Uses and open checkouts already exceed this limit.',
  changed_meanwhile: editConflictMessage,
} as const;

export type CodeEditRefusal = keyof typeof codeEditRefusals;
