import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import {
  checkbox,
  endsEarlier,
  endsLater,
  optionalMoment,
  versionField,
  textField,
  typedField,
} from '#platform/http/form-fields.server.ts';
import { parseCents, nonEmptyLines } from '#shared/form-values.ts';

import type { PromotionKind, PromotionOptions } from './promotion-kinds.ts';

const count = z
  .string()
  .regex(/^[1-9]\d?$/, 'Enter a whole number from 1 to 99')
  .transform(Number);

const fieldSchemas = {
  count,
  // Empty and 0 are not valid amounts.
  money: typedField((typed) => parseCents(typed) || null, 'Enter an amount above 0 in dollars'),
  text: textField(40, 'Enter the text customers see'),
  shipping: z
    .string()
    .default('')
    .transform(nonEmptyLines)
    .pipe(z.array(z.uuid()).min(1, 'Choose at least one shipping method').max(50)),
};

/** A promotion's form: its kind's options and its schedule. Amounts in dollars, dates in UTC. */
export function promotionInput({ fields }: PromotionKind) {
  const schemas = Object.entries(fields).map(([name, { type }]) => [name, fieldSchemas[type]] as const);
  const options = z.object(Object.fromEntries(schemas));
  const running = z
    .object({
      enabled: checkbox,
      startsAt: optionalMoment,
      endsAt: optionalMoment,
      position: count,
      version: versionField,
    })
    .refine(endsLater, endsEarlier);
  return z.intersection(
    options.transform((typed): { options: PromotionOptions } => ({ options: typed })),
    running,
  );
}

export const promotionRefusals = {
  gone: 'This promotion no longer exists.',
  changed_meanwhile: editConflictMessage,
} as const;

export type PromotionRefusal = keyof typeof promotionRefusals;
