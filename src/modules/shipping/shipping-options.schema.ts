import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { checkbox, optionalText, versionField, textField, typedField } from '#platform/http/form-fields.server.ts';
import { countries, countryName } from '#shared/countries.ts';
import { nonEmptyLines, parseCents } from '#shared/form-values.ts';
import { refuse } from '#shared/result.ts';

import { maxDays } from './shipping-options.ts';

const days = z
  .string()
  .regex(/^\d{1,3}$/, 'Enter a whole number of business days')
  .transform(Number)
  .refine((count) => count <= maxDays, `Enter at most ${maxDays} days`);

const maxCents = 100_000;

function price(typed: string): number | null {
  const cents = parseCents(typed);
  return cents !== null && cents <= maxCents ? cents : null;
}

/** Amount in dollars, or empty for none. */
const optionalPrice = z
  .string()
  .default('')
  .transform((typed, check) => {
    if (typed.trim() === '') return null;
    const cents = price(typed);
    if (cents !== null && cents > 0) return cents;
    check.addIssue({ code: 'custom', message: 'Enter an amount in dollars up to 1,000, or leave it empty' });
    return z.NEVER;
  });

/** Countries as the form sends them, in the shop's order. All of them are the same as none. */
const optionCountries = z
  .string()
  .max(200)
  .default('')
  .transform((typed) => {
    const chosen = nonEmptyLines(typed);
    const known: string[] = countries.filter((code) => chosen.includes(code));
    return known.length === countries.length ? [] : known;
  });

/** A shipping option's form: price in dollars, 0 for free. */
export const optionInput = z
  .object({
    name: textField(80, 'Enter a name'),
    description: optionalText(200),
    priceCents: typedField(price, 'Enter an amount in dollars up to 1,000, 0 for free'),
    daysMin: days,
    daysMax: days,
    isActive: checkbox,
    countries: optionCountries,
    freeFromCents: optionalPrice,
    version: versionField,
  })
  .refine(({ daysMin, daysMax }) => daysMin <= daysMax, {
    path: ['daysMax'],
    message: 'The maximum must be at least the minimum',
  });

/** Form of the countries that the shop sells to. */
export const soldCountriesInput = z.object({
  sold: z.string().max(200).default('').transform(nonEmptyLines),
  version: versionField,
});

export const optionRefusals = {
  gone: 'This shipping option no longer exists.',
  last_active: 'This is the only active option. Activate another one first.',
  no_option_to: 'A country you sell to has no active shipping option. Add one first.',
  changed_meanwhile: editConflictMessage,
} as const;

export type OptionRefusal = keyof typeof optionRefusals;

export const countriesRefusals = {
  no_country: 'Sell to at least one country.',
  no_option_to: optionRefusals.no_option_to,
  changed_meanwhile: editConflictMessage,
} as const;

export type CountriesRefusal = keyof typeof countriesRefusals;

/** Refuses a change that leaves a country that is sold to without an active option. */
export const missingOptionRefusal = (country: string) =>
  refuse(
    'no_option_to' as const,
    `${countryName(country)} has no other active shipping option. Add one first, or stop selling to it.`,
  );
