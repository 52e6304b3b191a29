import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { checkbox, optionalText, versionField, textField, typedField } from '#platform/http/form-fields.server.ts';
import { countries, regionCode } from '#shared/countries.ts';

import { ppmOf } from './tax-rates.ts';

/** A tax rate's form: percent as '7.25'. The source is required. */
export const rateInput = z.object({
  name: textField(60, 'Enter the name on receipts, for example Sales tax'),
  ratePpm: typedField(ppmOf, 'Enter a percentage from 0 to 100, for example 7.25'),
  inclusive: checkbox,
  source: textField(200, 'Enter the source of the rate and its effective date', 3),
  version: versionField,
});

/** Region of a new rate: a state by code or name, or the whole country. */
export const placeInput = z
  .object({
    country: z.enum(countries, 'Choose a country'),
    state: optionalText(60),
  })
  .transform(({ country, state }, check) => {
    const code = state === '' ? '' : regionCode(country, state);
    if (code !== null) return { country, state: code };
    check.addIssue({
      code: 'custom',
      path: ['state'],
      message: 'Enter a state in this country, or leave empty for the whole country',
    });
    return z.NEVER;
  });

export const rateRefusals = {
  gone: 'This rate no longer exists.',
  place_taken: 'This location already has a rate. Edit that rate instead.',
  changed_meanwhile: editConflictMessage,
} as const;

export const sourceRefusals = {
  set_by_server: 'The source is set by TAX on the server. Nothing was changed.',
  changed_meanwhile: editConflictMessage,
} as const;

export type SourceRefusal = keyof typeof sourceRefusals;

export type RateRefusal = keyof typeof rateRefusals;
