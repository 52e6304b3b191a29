const words =
  /\b(?:clinical(?:ly)?|proven|FDA|dermatolog\w+|guaranteed|cur(?:es?|ed|ing)|heal(?:s|ed|ing)?|miracles?|medical-grade|bright(?:er|en\w*)|rested|radian\w+|firm(?:er|s|ing)|plump\w*|tighten\w*|younger|rejuvenat\w+|\d+ ?% of)\b/gi;

/**
 * Returns the excerpts of a text that claim proof, authority, healing or an effect on skin, except
 * `known` phrases.
 */
export function claimsIn(text: string, known: readonly string[]): string[] {
  const rest = known.reduce((left, phrase) => left.replaceAll(phrase, ' '), text.replaceAll('\u00a0', ' '));
  return [...rest.matchAll(words)].map(({ index }) => rest.slice(Math.max(0, index - 40), index + 60).trim());
}
