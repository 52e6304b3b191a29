/** Words that promise a proof or an effect on the body. */
const proof =
  /\b(?:clinical(?:ly)?|dermatologist\w*|doctors?|proven|proof|fda|certified|award\w*|stud(?:y|ies)|scientist\w*|guaranteed results?|cures?|heals?|treats?|best[- ]?selling|#1|number one)\b/giu;
/** A figure with what it counts: '94%', '10,000 women', '3x'. */
const figure = /(?<![$\d.,])(?:\d[\d.,]*\s?(?:%|x\b|times\b|percent\b|\+)|\d[\d.,]{2,}\+?)/giu;

/** Color, address or day. Its digits claim nothing. */
const noText = /^(?:#[\da-f]{6}|\/\S*|https:\/\/\S+|\d{4}-\d\d-\d\d)$/i;

/** Every text of a document's body. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return noText.test(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

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
