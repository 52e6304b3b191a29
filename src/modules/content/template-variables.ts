/** Facts that a text may name in braces, with what they mean. */
export const factMeanings = {
  guaranteeDays: 'Money-back guarantee, in days',
  returnDays: 'Return window, in days',
  refundDays: 'Business days until a refund is issued',
  refundVisibleDays: 'Business days until the bank shows the refund',
  supportHours: 'Support hours',
  supportEmail: 'Support email',
  shopName: 'Shop name',
  price: 'Current product price',
  reviewCount: 'Number of published reviews',
} as const;

export type TemplateVariables = Readonly<Record<keyof typeof factMeanings, string>>;

const catalogFacts = ['price', 'reviewCount'] as const;

/** Facts that other modules own. They change without a publication. */
export type CatalogFacts = Pick<TemplateVariables, (typeof catalogFacts)[number]>;

/** A name in braces, with the comma that joins it to the words before. */
const fact = /(, )?\{(\w+)\}/g;

/** Names in braces that are no fact. */
export function unknownFacts(text: string): string[] {
  return [...text.matchAll(fact)].map(([, , name = '']) => name).filter((name) => !Object.hasOwn(factMeanings, name));
}

const startsWithTag = /^<[a-z]/;

const escapedHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Replaces names in braces in every text of a document: '{returnDays} days' becomes '60 days'. An
 * empty value takes the comma before it along: 'Thank you, {firstName}' becomes 'Thank you'.
 * Rich texts begin with a tag, and values are escaped in them.
 */
export function fillVariables<T>(value: T, facts: Readonly<Record<string, string>>): T {
  const fill = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const written = startsWithTag.test(one) ? escapedHtml : (text: string) => text;
      return one.replaceAll(fact, (whole, comma: string | undefined, name: string) => {
        if (!Object.hasOwn(facts, name)) return whole;
        const text = facts[name] ?? '';
        return text === '' ? '' : `${comma ?? ''}${written(text)}`;
      });
    }
    if (Array.isArray(one)) return one.map(fill);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, fill(inner)]));
  };
  return fill(value) as T;
}

/** True if a text of `value` names a fact that another module owns. */
export function namesCatalogFact(value: unknown): boolean {
  const texts = JSON.stringify(value);
  return catalogFacts.some((name) => texts.includes(`{${name}}`));
}

type ShopFacts = Omit<TemplateVariables, keyof CatalogFacts>;

/** The document `site`, as far as it states facts. */
type SiteFacts = { name: string; facts: Readonly<Record<Exclude<keyof ShopFacts, 'shopName'>, string | number>> };

/** Facts of the shop itself, which are fields of the document `site`. */
export function factsOf({ facts, name: shopName }: SiteFacts): ShopFacts {
  const all = Object.entries({ ...facts, shopName });
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)])) as ShopFacts;
}
