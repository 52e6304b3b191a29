import { z } from 'zod';

import { endsEarlier, endsLater, optionalMoment, versionField, textField } from '#platform/http/form-fields.server.ts';
import { nonEmptyLines } from '#shared/form-values.ts';

import { impliesDeadline, taxSources } from './shop-settings.ts';

const line = z.string().min(3, 'Enter some text').max(90, 'Use at most 90 characters so it fits on a phone');

/** Schema of the banner's form. Times are in UTC. */
export function bannerInput(shopMode: 'demo' | 'live') {
  return z
    .object({
      text: line,
      neutralText: line.refine(
        (text) => !impliesDeadline(text),
        'This text has no end date, so it can’t say that an offer ends',
      ),
      startsAt: optionalMoment,
      endsAt: optionalMoment,
      version: versionField,
    })
    .refine(endsLater, endsEarlier)
    .refine(({ text, endsAt }) => shopMode === 'demo' || endsAt !== null || !impliesDeadline(text), {
      path: ['endsAt'],
      message: 'Add an end date. This text says that an offer ends',
    });
}

const lines = (maxLines: number) =>
  z
    .string()
    .default('')
    .transform(nonEmptyLines)
    .refine((typed) => typed.length <= maxLines, `Use at most ${maxLines} lines`)
    .refine((typed) => typed.every((one) => one.length <= 60), 'Use at most 60 characters per line')
    .transform((typed) => typed.join('\n'));

/** Schema of the seller's form: the details that invoices must name. */
export const sellerInput = z.object({
  legalName: textField(90, 'Enter your legal business name', 2),
  address: lines(6).refine((typed) => typed !== '', 'Enter the address'),
  taxNumbers: lines(4),
  version: versionField,
});

/** Schema of the switch between the sources of tax rates. */
export const taxSourceInput = z.object({ source: z.enum(taxSources, 'Choose a source'), version: versionField });
