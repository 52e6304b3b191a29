/** Facts that a text may name in braces, with what they mean. */
export const factMeanings = {
  guaranteeDays: 'days of the money-back guarantee',
  returnDays: 'days in which a return is taken',
  refundDays: 'business days until a refund is made',
  refundVisibleDays: 'business days until a bank shows it',
  supportHours: 'support hours',
  supportEmail: 'support email address',
} as const;

type FactName = keyof typeof factMeanings;
export type Facts = Readonly<Record<FactName, string>>;

const fact = /\{(\w+)\}/g;

/** Names in braces that are no fact. */
export function unknownFacts(text: string): string[] {
  return [...text.matchAll(fact)].map(([, name = '']) => name).filter((name) => !Object.hasOwn(factMeanings, name));
}

const startsWithTag = /^<[a-z]/;

const escapedHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Replaces facts in every text of a document: '{returnDays} days' becomes '60 days'.
 * Rich texts begin with a tag, and facts are escaped in them.
 */
export function fillFacts<T>(value: T, facts: Facts): T {
  const fill = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const written = startsWithTag.test(one) ? escapedHtml : (text: string) => text;
      return one.replaceAll(fact, (whole, name: string) =>
        Object.hasOwn(facts, name) ? written(facts[name as FactName]) : whole,
      );
    }
    if (Array.isArray(one)) return one.map(fill);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, fill(inner)]));
  };
  return fill(value) as T;
}
