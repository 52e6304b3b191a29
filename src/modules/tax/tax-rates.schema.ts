import { z } from 'zod';

import { changedMeanwhile } from '#modules/audit/audit-log.ts';
import { checkbox, optionalText, versionField, textField, typedField } from '#platform/http/form-fields.server.ts';
import { countries, regionCode } from '#shared/countries.ts';

import { ppmOf } from './tax-rates.ts';

/** A tax rate's form: percent as '7.25'. The source is required. */
export const rateInput = z.object({
  name: textField(60, 'Enter what receipts call it, for example Sales tax'),
  ratePpm: typedField(ppmOf, 'Enter a percentage from 0 to 100, for example 7.25'),
  inclusive: checkbox,
  source: textField(200, 'Say where the rate comes from and from when it applies', 3),
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
      message: 'Enter a state of this country, or nothing for all of it',
    });
    return z.NEVER;
  });

export const rateRefusals = {
  gone: 'There is no such rate any more.',
  place_taken: 'This place has a rate already: change that one.',
  changed_meanwhile: changedMeanwhile,
} as const;

export type RateRefusal = keyof typeof rateRefusals;
