import type { TemplateVariables } from './template-variables.ts';

/** Words that promise a proof or an effect on the body. */
const proof =
  /\b(?:clinical(?:ly)?|dermatologist\w*|doctors?|proven|proof|fda|certified|award\w*|stud(?:y|ies)|scientist\w*|guaranteed results?|cures?|heals?|treats?|best[- ]?selling|#1|number one)\b/giu;
/** A figure with what it counts: '94%', '10,000 women', '3x'. */
const figure = /(?<![$\d.,])(?:\d[\d.,]*\s?(?:%|x\b|times\b|percent\b|\+)|\d[\d.,]{2,}\+?)/giu;

/** Color, address or day. Its digits claim nothing. */
const noText = /^(?:#[\da-f]{6}|\/\S*|https:\/\/\S+|\d{4}-\d\d-\d\d)$/i;

type TextField = { path: string; text: string };

/** Every text of a document's body, with the path of its field: 'hero.title'. */
function textFields(value: unknown, path = ''): TextField[] {
  if (typeof value === 'string') return noText.test(value) ? [] : [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textFields(inner, path === '' ? name : `${path}.${name}`));
}

/** Every text of a document's body. */
export const textsIn = (value: unknown): string[] => textFields(value).map(({ text }) => text);

/** Text of a rich text. Plain texts have no tags. */
const withoutTags = (text: string) =>
  text.replaceAll(/<\/?(?:strong|em|a)\b[^>]*>/g, '').replaceAll(/<\/?[a-z][^>]*>/g, ' ');

const claimsIn = (texts: readonly string[]) =>
  texts
    .map(withoutTags)
    .flatMap((text) =>
      [...text.matchAll(proof), ...text.matchAll(figure)].map(([found]) => found.trim().toLowerCase()),
    );

/** Returns the figures and words of proof of a body that no known text holds. */
export function unprovenClaims(body: unknown, knownTexts: readonly string[]): string[] {
  const known = new Set(claimsIn(knownTexts));
  return [...new Set(claimsIn(textsIn(body)))].filter((claim) => !known.has(claim));
}

const freeShipping =
  /\b(?:free (?:standard )?(?:shipping|delivery)|(?<!return )shipping is (?:now )?free|ships? free|shipped free)\b/i;

/** True when a text says that shipping is free. Return shipping is another promise. */
export function promisesFreeShipping(text: string): boolean {
  return freeShipping.test(text);
}

const replaced = /replac|stops? working|\d-day guarantee/i;
const dollars = String.raw`\$\d[\d,]*(?:\.\d\d)?(?![\d,.]*\d| ?-)`;

/** Kinds of figures, by the sentence in which they are stated. */
const figureKinds = {
  guarantee: {
    figure: /(?<![\d.,])(\d{1,4})[- ]days?\b/g,
    of: /money-back|risk-free|refund(?!able)|send it back|returns?\b|to decide|to try|try it/i,
    notOf: replaced,
  },
  replacement: { figure: /(?<![\d.,])(\d{1,4})[- ]days?\b/g, of: replaced, notOf: /money-back/i },
  refund: {
    figure: /(?<!\d)(\d{1,3}(?:-\d{1,3})?) business days/g,
    of: /refund|receipt|statement|bank|payment method/i,
  },
  light: {
    figure: /(\d{3} ?- ?\d{3}) ?(?:nm|nanomet(?:er|re)s)\b/g,
    // Studies used other lights.
    notOf: /\b(?:groups?|stud(?:y|ies)|trials?|volunteers?|light sources?)\b/i,
  },
  head: { figure: /(?<!\d)(\d{1,3}) ?(?:°|degrees)/g, notOf: /\breach/i },
  rating: { figure: /(?<![\d.,])([1-5]\.\d) ?(?:\/ ?5|(?:out )?of 5|stars?)\b/g },
  shipping: {
    figure: new RegExp(`(?:orders?(?: of| over| above| from)?|over|from) (${dollars})`, 'gi'),
    of: /shipping/i,
  },
  price: { figure: new RegExp(`(${dollars})`, 'g'), notOf: /shipping|\$0\b/i },
} as const satisfies Record<string, { figure: RegExp; of?: RegExp; notOf?: RegExp }>;

type FigureKind = keyof typeof figureKinds;
export type StatedFigure = { kind: FigureKind; figure: string };

const kinds = Object.entries(figureKinds) as [FigureKind, { figure: RegExp; of?: RegExp; notOf?: RegExp }][];

/** Returns the sentences of a text, of plain and of rich texts. */
const sentencesOf = (text: string) =>
  text
    .replaceAll(/<\/(?:p|li|h\d)>/g, '\n')
    .replaceAll(/<\/?[a-z][^<>]{0,500}>/g, '')
    .split(/\n|(?<=[.!?]) +/);

/** Returns the figures of a sentence that state a fact of the shop, each with its kind. */
export function statedFigures(sentence: string): StatedFigure[] {
  const text = sentence.replaceAll('\u00A0', ' ').replaceAll('–', '-');
  return kinds
    .filter(([, { of, notOf }]) => (of?.test(text) ?? true) && !(notOf?.test(text) ?? false))
    .flatMap(([kind, { figure }]) =>
      [...text.matchAll(figure)].map(([, found = '']) => ({ kind, figure: found.replaceAll(' ', '') })),
    );
}

/** Facts that a figure may state, by its kind. The first one is suggested. */
const factsOfKind: Record<FigureKind, readonly string[]> = {
  guarantee: ['guaranteeDays'],
  replacement: ['replacementDays'],
  refund: ['refundDays', 'refundVisibleDays'],
  light: ['wavelength'],
  head: ['headAngle'],
  rating: ['rating'],
  price: ['price', 'listPrice', 'saving'],
  shipping: ['freeShippingFrom'],
};

/** Figure of a fact without its unit: '630-680' of '630-680 nm'. */
const bare = (value: string) => value.replaceAll('–', '-').replace(/ ?(?:nm|°)$/, '');

/** A sentence of a text that can disagree with the shop's facts; `path` is that of its field. */
export type FigureWarning = { path: string; text: string };

function warningOf(sentence: string, facts: TemplateVariables): string | null {
  for (const { kind, figure } of statedFigures(sentence)) {
    const names = factsOfKind[kind];
    const known = names.flatMap((name) => (facts[name] ? [bare(facts[name])] : []));
    if (known.length === 0 || known.includes(figure)) continue;
    return `says ${figure}, and the shop’s fact is ${known.join(' or ')}. Use {${names[0]}} to keep both the same`;
  }
  const isConditional = /\{(?:ifFreeShipping|ifPaidShipping|freeShippingFrom)\}/.test(sentence);
  return promisesFreeShipping(sentence) && !isConditional
    ? 'promises free shipping even when it isn’t. Start the sentence with {ifFreeShipping}'
    : null;
}

/** Texts that are shown only where they are true. */
const conditional = 'freeShipping.';

/**
 * Returns the sentences of a body whose figure differs from the fact of the same kind: days,
 * wavelengths, the head's angle, ratings, prices, and who ships free.
 */
export function figureWarnings(body: unknown, facts: TemplateVariables): FigureWarning[] {
  return textFields(body)
    .filter(({ path }) => !path.startsWith(conditional))
    .flatMap(({ path, text }) =>
      sentencesOf(text).flatMap((sentence) => {
        const warning = warningOf(sentence, facts);
        return warning === null ? [] : [{ path, text: `“${sentence.trim().slice(0, 80)}” ${warning}.` }];
      }),
    );
}
