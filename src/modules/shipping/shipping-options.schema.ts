import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { checkbox, optionalText, versionField, textField, typedField } from '#platform/http/form-fields.server.ts';
import { parseCents } from '#shared/form-values.ts';

import { maxDays } from './shipping-options.ts';

const days = z
  .string()
  .regex(/^\d{1,3}$/, 'Enter a whole number of business days')
  .transform(Number)
  .refine((count) => count <= maxDays, `Enter at most ${maxDays} days`);

function price(typed: string): number | null {
  const cents = parseCents(typed);
  return cents !== null && cents <= 100_000 ? cents : null;
}

/** A shipping option's form: price in dollars, 0 for free. */
export const optionInput = z
  .object({
    name: textField(80, 'Enter a name'),
    description: optionalText(200),
    priceCents: typedField(price, 'Enter an amount in dollars up to 1,000, 0 for free'),
    daysMin: days,
    daysMax: days,
    isActive: checkbox,
    version: versionField,
  })
  .refine(({ daysMin, daysMax }) => daysMin <= daysMax, {
    path: ['daysMax'],
    message: 'The maximum must be at least the minimum',
  });

export const optionRefusals = {
  gone: 'This shipping option no longer exists.',
  last_active: 'This is the only active option. Activate another one first.',
  changed_meanwhile: editConflictMessage,
} as const;

export type OptionRefusal = keyof typeof optionRefusals;
