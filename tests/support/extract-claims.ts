import { statedFigures } from '#modules/content/claims-check.ts';

const units: Record<string, string> = {
  nanometers: 'nm',
  nanometres: 'nm',
  degrees: '°',
  hours: 'h',
  hour: 'h',
  minutes: 'min',
  minute: 'min',
  day: 'days',
  'business day': 'business days',
};

const number = String.raw`\d[\d,]*(?:\.\d+)?`;
const unit = 'nm|nanomet(?:er|re)s|°|degrees|mAh|cm|V|W|hours?|h|minutes?|min|business days?|days?';
const measure = new RegExp(
  String.raw`(?<![$\d.,])(${number}\+?(?: ?[-–×] ?${number})*)` +
    String.raw`(?:[- ]?(${unit})(?![\w-])|(?<=\d,\d{3}\+?)(?!\d)|(?= ?/5\b))(?! ago)`,
  'g',
);

/**
 * Returns the figures in a text that claim something, in normalized form. They are measures, times,
 * thousands and ratings out of five, but no prices or dates.
 */
export function figuresIn(text: string): string[] {
  const found = [...text.replaceAll('\u00a0', ' ').matchAll(measure)].map(([, count = '', counted = '']) => {
    const name = units[counted] ?? counted;
    return `${count.replaceAll('–', '-')}${name === '°' || name === '' ? '' : ' '}${name}`;
  });
  return [...new Set(found)];
}

/** A figure that states a fact of the shop, and the page or email that states it. */
export type Statement = { at: string; sentence: string; figure: string };

/** Noun of a rating: '4.9/5 (1,204 verified buyers)', '4.8 out of 5, from 2,847 reviews'. */
const counted = /(?:verified buyers|reviews)/;

/** Returns what the texts state, by kind of claim and figure. */
export function statements(texts: Iterable<readonly [at: string, sentences: readonly string[]]>) {
  const all = new Map<string, Statement[]>();
  for (const [at, sentences] of texts) {
    for (const sentence of sentences) {
      for (const { kind, figure } of statedFigures(sentence)) {
        const claim = kind === 'rating' ? `rating by ${counted.exec(sentence)?.[0] ?? 'nobody'}` : kind;
        all.set(claim, [...(all.get(claim) ?? []), { at, sentence, figure }]);
      }
    }
  }
  return all;
}

/** Returns the different figures of each claim. */
export const figuresByClaim = (all: ReadonlyMap<string, readonly Statement[]>) =>
  Object.fromEntries(
    [...all].map(([claim, stated]) => [claim, [...new Set(stated.map(({ figure }) => figure))].toSorted()]),
  );
