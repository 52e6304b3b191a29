import { createHash } from 'node:crypto';

import { z } from 'zod';

import { cleanRichText } from '#platform/html/rich-text.server.ts';
import type { LogoUse } from '#platform/images/drawn-logo.server.ts';
import { isStorable } from '#shared/clean-text.ts';
import { isLocalAddress, linkAddress } from '#shared/link-url.ts';

import { factMeanings, unknownFacts } from './template-variables.ts';

const markup = /<\/?[a-z!]/i;

const noFact = (name: string, placeholders: readonly string[] = []) =>
  `{${name}} isn’t a variable. Use one of ${[...placeholders, ...Object.keys(factMeanings)]
    .map((known) => `{${known}}`)
    .join(', ')}`;

/** Text that may name facts, and the values of `placeholders`. */
function plainText(min: number, max: number, placeholders: readonly string[] = []) {
  return z
    .string('Enter some text')
    .trim()
    .min(min, 'Enter some text')
    .max(max, `Use at most ${max} characters`)
    .superRefine((text, { addIssue }) => {
      if (!isStorable(text)) addIssue('This text contains a character that can’t be saved');
      if (markup.test(text)) addIssue('Use plain text. HTML isn’t supported here');
      const name = unknownFacts(text).find((unknown) => !placeholders.includes(unknown));
      if (name !== undefined) addIssue(noFact(name, placeholders));
    });
}

/** One line of plain text, which may name facts. */
export const line = (title: string, max = 120) => plainText(1, max).meta({ title });

/** One line that may stay empty. */
export const optionalLine = (title: string, max = 120) => plainText(0, max).meta({ title });

/** Plain text of several lines, which may name facts. */
export const paragraph = (title: string, max = 1_000) => plainText(1, max).meta({ title, format: 'paragraph' });

/** Digests of rich texts that are clean. Cleaning takes a hundred times as long as a digest. */
const cleanTexts = new Set<string>();
const maxCleanTexts = 2_000;

function isClean(html: string): boolean {
  const digest = createHash('sha256').update(html).digest('base64');
  if (cleanTexts.has(digest)) return true;
  if (cleanRichText(html) !== html) return false;
  if (cleanTexts.size >= maxCleanTexts) cleanTexts.clear();
  cleanTexts.add(digest);
  return true;
}

const maxRichText = 60_000;

/** HTML of the rich text editor, which may name facts. Saving a draft cleans it. */
export const richText = (title: string) =>
  z
    .string('Enter some text')
    .min(1, 'Enter some text')
    .max(maxRichText, 'Use at most 60,000 characters')
    .superRefine((html, { addIssue }) => {
      if (html.length <= maxRichText && !isClean(html)) addIssue('Use only the formatting in the toolbar');
      const [name] = unknownFacts(html);
      if (name !== undefined) addIssue(noFact(name));
    })
    .meta({ title, format: 'rich-text' });

/** Color like '#be123c'. */
export const color = (title: string) =>
  z
    .string('Choose a color')
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a color as # and six digits or letters a to f, like #be123c')
    .meta({ title, format: 'color' });

/** Day without a time. */
export const day = (title: string) => z.iso.date('Choose a day').meta({ title });

/** Builders of texts that may also name values of their own, such as the number of an order. */
export const textsNaming = (placeholders: readonly string[]) => ({
  line: (title: string, max = 120) => plainText(1, max, placeholders).meta({ title, placeholders }),
  paragraph: (title: string, max = 1_000) =>
    plainText(1, max, placeholders).meta({ title, placeholders, format: 'paragraph' }),
});

const isPageOrHttps = (text: string) =>
  text === '' || isLocalAddress(text) || (/^https:/i.test(text) && linkAddress(text) !== null);

/** Address of a page of this shop, or of another site. Empty for a page that is still to come. */
export const link = (title: string) =>
  z
    .string()
    .trim()
    .max(300)
    .refine(isPageOrHttps, 'Enter a page like /about, or an address with https://')
    .meta({ title });

/** Whole number of a range. */
export const count = (title: string, min: number, max: number) =>
  z.int('Enter a whole number').min(min, `Enter ${min} to ${max}`).max(max, `Enter ${min} to ${max}`).meta({ title });

/** 2 to 6 capital letters. */
export const capitals = (title: string) =>
  z
    .string()
    .regex(/^[A-Z]{2,6}$/, 'Enter 2 to 6 capital letters, A to Z')
    .meta({ title });

/** One of a fixed set, by the label that the editor shows. */
export const choice = <K extends string>(title: string, labels: Readonly<Record<K, string>>) =>
  z.enum(Object.keys(labels) as [K, ...K[]], 'Choose an option').meta({ title, labels });

export const group = <S extends z.ZodRawShape>(title: string, shape: S) => z.strictObject(shape).meta({ title });

type ListOptions = {
  /** Name of one entry, as in 'Add question'. */
  itemName: string;
  min: number;
  max: number;
};

/** List whose entries are added, removed and moved. */
export const list = <T extends z.ZodType>(title: string, item: T, { itemName, min, max }: ListOptions) =>
  z.array(item).min(min, `Keep at least ${min}`).max(max, `Use at most ${max}`).meta({ title, itemName });

const picturePath = /^\/(media|content-pictures)\/[\w-]+$/;

const alternativeText = plainText(1, 300)
  .refine((text) => text.length >= 5, 'Describe the image in at least 5 characters')
  .meta({ title: 'Alt text' });

const pictureAt = (title: string, address: RegExp) =>
  z
    .strictObject({
      src: z.string().regex(address, 'Choose an image'),
      width: z.int().min(1).max(10_000),
      height: z.int().min(1).max(10_000),
      widths: z.array(z.int().min(1).max(4_000)).min(1).max(6).optional(),
      focus: z
        .string()
        .regex(/^object-(top|bottom|\[\d{1,3}%_\d{1,3}%\])$/)
        .optional(),
      tone: z.literal('dark').optional(),
      alt: alternativeText,
    })
    .meta({ title, format: 'picture' });

/** PNG that replaces a built-in logo or icon. `src` is its whole address, or empty. */
export const replacedLogo = (title: string, use: LogoUse) =>
  z
    .strictObject({
      src: z.string().regex(/^(\/content-pictures\/[\w-]+\.png)?$/, 'Choose an image'),
      width: z.int().min(1).max(1_000),
      height: z.int().min(1).max(1_000),
    })
    .meta({ title, format: use });

/**
 * Picture in several widths. `src` omits width and extension; `focus` is the class of the part that
 * stays visible when it is cropped. `tone` says that a text over its left half must be light.
 */
export const picture = (title: string) => pictureAt(title, picturePath);

/** Picture that replaces a built-in one. While `src` is empty, the text describes that one. */
export const replacedPicture = (title: string) => pictureAt(title, /^(\/content-pictures\/[\w-]+)?$/);

/** Film of the shop's own. The editor shows it, but does not change it. */
export const clip = (title: string) =>
  z
    .strictObject({
      src: z.string().regex(picturePath),
      width: z.int().min(1).max(4_000),
      height: z.int().min(1).max(4_000),
      text: z.string().min(5).max(300),
      sound: z.literal(true).optional(),
    })
    .meta({ title, format: 'clip' });

type SectionLabels<K extends string> = Readonly<Record<K, string>>;

/** Order of a page's sections. Each is listed once; those in `required` cannot be hidden. */
export const sections = <K extends string>(
  title: string,
  labels: SectionLabels<K>,
  required: readonly NoInfer<K>[],
) => {
  const ids = Object.keys(labels) as [K, ...K[]];
  return z
    .array(z.strictObject({ id: z.enum(ids), hidden: z.boolean() }))
    .refine((all) => all.length === ids.length && new Set(all.map(({ id }) => id)).size === ids.length, {
      message: 'Each section is listed once',
    })
    .refine((all) => all.every(({ id, hidden }) => !hidden || !required.includes(id)), {
      message: 'This section stays on the page',
    })
    .meta({ title, format: 'sections', labels, required });
};

/**
 * Part of a document's JSON Schema, as the editor reads it: `format` picks the control; `labels`
 * name the options of a choice or the sections of a page; `placeholders` are names in braces that
 * its text may use.
 */
export type FieldSchema = {
  title?: string;
  type?: string;
  format?: string;
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  itemName?: string;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  enum?: string[];
  labels?: Record<string, string>;
  placeholders?: string[];
  required?: string[];
};
