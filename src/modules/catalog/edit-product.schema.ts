import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import {
  checkbox,
  optionalField,
  optionalText,
  versionField,
  textField,
  typedField,
} from '#platform/http/form-fields.server.ts';
import { photoProblems } from '#shared/photo.ts';
import { parseCents, nonEmptyLines } from '#shared/form-values.ts';

import {
  maxPriceCents,
  maxStock,
  maxLengths,
  maxFeatures,
  maxSpecifications,
  parseSpecifications,
  stockReasonNames,
} from './edit-product.ts';

const priceOf = (typed: string) => {
  const cents = parseCents(typed);
  return cents !== null && cents <= maxPriceCents ? cents : null;
};
const enterAmount = 'Enter an amount in dollars, for example 59 or 59.90';
const isNotZero = (cents: number | null) => cents !== 0;
const enterAboveZero = 'Enter a price above 0';

const linesField = (max: number, name: string) =>
  z
    .string()
    .default('')
    .transform(nonEmptyLines)
    .refine((lines) => lines.length <= max, `Use at most ${max} ${name}`)
    .refine(
      (lines) => lines.every((line) => line.length <= maxLengths.line),
      `Use at most ${maxLengths.line} characters per line`,
    );

const specifications = linesField(maxSpecifications, 'lines').transform((lines, check) => {
  const read = parseSpecifications(lines);
  if (read.ok) return read.value;
  check.addIssue({
    code: 'custom',
    message: `Write “Label: value” and use each label once. Check the line “${read.line}”`,
  });
  return z.NEVER;
});

/** The product form. An empty sale price means no sale. */
export const productInput = z
  .object({
    name: textField(maxLengths.name, 'Enter a name'),
    description: textField(maxLengths.description, 'Enter a description'),
    priceCents: typedField(priceOf, enterAmount).refine(isNotZero, enterAboveZero),
    salePriceCents: optionalField(priceOf, enterAmount).refine(isNotZero, enterAboveZero),
    features: linesField(maxFeatures, 'features'),
    specifications,
    isActive: checkbox,
    version: versionField,
  })
  .refine(({ priceCents, salePriceCents }) => salePriceCents === null || salePriceCents < priceCents, {
    path: ['salePriceCents'],
    message: 'A sale price must be below the price',
  });

const wholeOf = (typed: string) => (/^[+-]?\d{1,7}$/.test(typed) ? Number(typed) : null);
const enterWhole = 'Enter a whole number of units';

export const stockInput = z.object({
  change: typedField(wholeOf, enterWhole).refine(
    (units) => units !== 0,
    'Enter the units to add, or a negative number to remove units',
  ),
  reason: z.enum(stockReasonNames, 'Choose a reason'),
  note: optionalText(maxLengths.note),
  key: z.uuid().optional(),
});

/** Starts stock tracking with this many units. */
export const countingInput = z.object({
  onHand: typedField(wholeOf, enterWhole).refine((units) => units >= 0 && units <= maxStock, 'Enter 0 or more units'),
});

export const imageInput = z.object({ alt: textField(maxLengths.alt, 'Enter alt text that describes the image') });

export const editRefusals = {
  gone: 'This product no longer exists.',
  changed_meanwhile: editConflictMessage,
  ...photoProblems,
  too_many_images: 'A product can have up to 12 images. Remove one first.',
  no_image: 'This image no longer exists.',
  main_image: 'This is the main image. Set another main image first.',
} as const;

export type EditRefusal = keyof typeof editRefusals;
