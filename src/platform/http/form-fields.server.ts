import { z } from 'zod';

import { chosenRowsIn } from '#shared/bulk-action.ts';
import { nonEmptyLines } from '#shared/form-values.ts';
import { formatCount } from '#shared/money.ts';
import { parseMoment } from '#shared/shop-time.ts';
import { isUuid } from '#shared/uuid.ts';

type Read<T> = (typed: string) => T | null;

function valueOf<T>(value: T | null, check: z.RefinementCtx, message: string): T {
  if (value !== null) return value;
  check.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A field that `read` parses; `read` returns null for invalid input. */
export function typedField<T>(read: Read<T>, message: string) {
  return z.string().transform((typed, check) => valueOf(read(typed), check, message));
}

/** Like `typedField`, but null if the field is empty. */
export function optionalField<T>(read: Read<T>, message: string) {
  return z
    .string()
    .default('')
    .transform((typed, check) => (typed === '' ? null : valueOf(read(typed), check, message)));
}

/** A required text. */
export function textField(max: number, missing: string, min = 1) {
  return z
    .string()
    .min(min, missing)
    .max(max, `Use at most ${formatCount(max)} characters`);
}

/** An optional text. */
export function optionalText(max: number) {
  return z.string().max(max, `Use at most ${max} characters`).default('');
}

/** Selected rows of a list of records. */
export const chosenRows = z
  .string()
  .default('')
  .transform((lines) => chosenRowsIn(lines).filter(({ id }) => isUuid(id)));

/** Button that sent a form with several; the last one named counts. */
export const pressedButton = <const T extends string>(acts: readonly T[]) =>
  z
    .string()
    .default('')
    .transform((lines) => nonEmptyLines(lines).at(-1))
    .pipe(z.enum(acts));

export const checkbox = z
  .string()
  .optional()
  .transform((value) => value === 'on');

/** Version token of the edited record, which the form sends back. */
export const versionField = z.string().default('');

/** Date and time of a date field, in the shop's time zone; null if the field is empty. */
export const optionalMoment = optionalField(parseMoment, 'Choose a date and a time');

type Period = { startsAt: Date | null; endsAt: Date | null };

/** True when a period with both ends begins before it ends. */
export const endsLater = ({ startsAt, endsAt }: Period) => startsAt === null || endsAt === null || startsAt < endsAt;
export const endsEarlier = { path: ['endsAt'], message: 'The end must be after the start' };
