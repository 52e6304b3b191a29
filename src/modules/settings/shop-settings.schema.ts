import { z } from 'zod';

import { endsEarlier, endsLater, optionalMoment, versionField, textField } from '#platform/http/form-fields.server.ts';
import { linesOf } from '#shared/form-values.ts';

import { claimsAnEnd } from './shop-settings.ts';

const line = z.string().min(3, 'Enter a text').max(90, 'Use at most 90 characters: it has to fit on a phone');

/** Schema of the banner's form. Times are in UTC. */
export function bannerInput(shopMode: 'demo' | 'live') {
  return z
    .object({
      text: line,
      neutralText: line.refine(
        (text) => !claimsAnEnd(text),
        'This text stands without an end: it cannot say that something ends',
      ),
      startsAt: optionalMoment,
      endsAt: optionalMoment,
      version: versionField,
    })
    .refine(endsLater, endsEarlier)
    .refine(({ text, endsAt }) => shopMode === 'demo' || endsAt !== null || !claimsAnEnd(text), {
      path: ['endsAt'],
      message: 'A text that says that something ends needs its end',
    });
}

const lines = (maxLines: number) =>
  z
    .string()
    .default('')
    .transform(linesOf)
    .refine((typed) => typed.length <= maxLines, `Use at most ${maxLines} lines`)
    .refine((typed) => typed.every((one) => one.length <= 60), 'Use at most 60 characters a line')
    .transform((typed) => typed.join('\n'));

/** Schema of the seller's form: the details that invoices must name. */
export const sellerInput = z.object({
  legalName: textField(90, 'Enter the name under which you sell', 2),
  address: lines(6).refine((typed) => typed !== '', 'Enter the address'),
  taxNumbers: lines(4),
  version: versionField,
});
