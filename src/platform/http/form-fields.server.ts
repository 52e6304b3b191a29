import { z } from 'zod';

import { linesOf } from '#shared/form-values.ts';
import { formatCount } from '#shared/money.ts';
import { parseMoment } from '#shared/shop-time.ts';

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

/** Maximum number of rows of one bulk action; a page lists fewer. */
const chosenMax = 50;

const chosenRow = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::([a-z]{1,20}))?$/;

/** Selected rows of a list, each as 'id' or 'id:state', where the state is what the page showed. */
export const chosenRows = z
  .string()
  .default('')
  .transform((lines) => {
    const rows = linesOf(lines).flatMap((line) => {
      const [, id, seen = ''] = chosenRow.exec(line) ?? [];
      return id === undefined ? [] : [[id, { id, seen }] as const];
    });
    return [...new Map(rows).values()].slice(0, chosenMax);
  });

/** Button that sent a form with several; the last one named counts. */
export const pressedButton = <const T extends string>(acts: readonly T[]) =>
  z
    .string()
    .default('')
    .transform((lines) => linesOf(lines).at(-1))
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
export const endsEarlier = { path: ['endsAt'], message: 'The end must be after the beginning' };
