import { z } from 'zod';

import { formatCount } from '#shared/money.ts';
import { momentOf } from '#shared/moments.ts';

type Read<T> = (typed: string) => T | null;

function valueOf<T>(value: T | null, check: z.RefinementCtx, message: string): T {
  if (value !== null) return value;
  check.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A field that `read` understands; null stands for what it does not. */
export function typedField<T>(read: Read<T>, message: string) {
  return z.string().transform((typed, check) => valueOf(read(typed), check, message));
}

/** As `typedField`; null when nothing was typed. */
export function optionalField<T>(read: Read<T>, message: string) {
  return z
    .string()
    .default('')
    .transform((typed, check) => (typed === '' ? null : valueOf(read(typed), check, message)));
}

/** A text that must be there. */
export function textField(max: number, missing: string, min = 1) {
  return z
    .string()
    .min(min, missing)
    .max(max, `Use at most ${formatCount(max)} characters`);
}

/** A text that may be empty. */
export function optionalText(max: number) {
  return z.string().max(max, `Use at most ${max} characters`).default('');
}

export const checkbox = z
  .string()
  .optional()
  .transform((value) => value === 'on');

/** The version of what was opened, which an edit brings back. */
export const versionField = z.string().default('');

/** Moment that a date field sent, in the shop's time zone; null when the field is empty. */
export const optionalMoment = optionalField(momentOf, 'Choose a date and a time');

type Period = { startsAt: Date | null; endsAt: Date | null };

/** Whether a period with both ends begins before it ends. */
export const endsLater = ({ startsAt, endsAt }: Period) => startsAt === null || endsAt === null || startsAt < endsAt;
export const endsEarlier = { path: ['endsAt'], message: 'The end must be after the beginning' };
