/** Facts that a text may name in braces, with what they mean. */
export const factMeanings = {
  guaranteeDays: 'Money-back guarantee, in days',
  replacementDays: 'Days in which a product that stops working is replaced',
  returnDays: 'Return window, in days',
  refundDays: 'Business days until a refund is issued',
  refundVisibleDays: 'Business days until the bank shows the refund',
  supportHours: 'Support hours',
  supportEmail: 'Support email',
  shopName: 'Shop name',
  price: 'Current product price',
  listPrice: 'Price that is crossed out',
  saving: 'Difference between the two prices',
  rating: 'Average rating of published reviews, out of 5',
  wavelength: 'Wavelength of the light, from the product’s specifications',
  headAngle: 'Angle of the head, from the product’s specifications',
  reviewCount: 'Number of published reviews',
  ifFreeShipping: 'Shows its sentence only while standard shipping is free on every order',
  ifPaidShipping: 'Shows its sentence only while standard shipping has a price',
  freeShippingFrom: 'Order value from which standard shipping is free',
} as const;

type FactName = keyof typeof factMeanings;

export const catalogFactNames = [
  'price',
  'listPrice',
  'saving',
  'rating',
  'wavelength',
  'headAngle',
  'reviewCount',
  'ifFreeShipping',
  'ifPaidShipping',
  'freeShippingFrom',
] as const;

export type CatalogFactName = (typeof catalogFactNames)[number];

/** Facts by name. A sentence that names a fact of null is left out. */
export type TemplateVariables = Readonly<Record<string, string | null>>;

/** Facts that other modules own. They change without a publication. */
export type CatalogFacts = Readonly<Record<CatalogFactName, string | null>>;

/** Facts of a shop that could not be read: it promises nothing about shipping. */
export const unreadShipping = { ifFreeShipping: null, ifPaidShipping: null, freeShippingFrom: null };

/** A name in braces, with the comma that joins it to the words before. */
const fact = /(, )?\{(\w+)\}/g;

/** Names in braces that are no fact. */
export function unknownFacts(text: string): string[] {
  return [...text.matchAll(fact)].map(([, , name = '']) => name).filter((name) => !Object.hasOwn(factMeanings, name));
}

const startsWithTag = /^<[a-z]/;

const escapedHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const sentenceEnd = /(?<=[.!?]) /;
const block = /<li>.*?<\/li>|<p>.*?<\/p>/gs;

/** Leaves out the sentences that name a fact of null; the whole paragraphs of a rich text. */
function trueSentences(text: string, facts: TemplateVariables): string {
  const isTrue = (part: string) => ![...part.matchAll(fact)].some(([, , name = '']) => facts[name] === null);
  if (isTrue(text)) return text;
  if (startsWithTag.test(text)) return text.replaceAll(block, (part) => (isTrue(part) ? part : ''));
  return text.split(sentenceEnd).filter(isTrue).join(' ');
}

/** Texts without which an entry of a list says nothing. */
const leadTexts = ['title', 'text', 'says', 'question', 'answer', 'figure'];

/** True for an entry of a list that has lost its text. */
function hasLostText(before: unknown, after: unknown): boolean {
  if (typeof after === 'string') return after === '' && before !== '';
  if (typeof after !== 'object' || after === null) return false;
  const [old, filled] = [before, after] as Record<string, unknown>[];
  return leadTexts.some((name) => filled?.[name] === '' && old?.[name] !== '');
}

/**
 * Replaces names in braces in every text of a document: '{returnDays} days' becomes '30 days'. An
 * empty value takes the comma before it along: 'Thank you, {firstName}' becomes 'Thank you'. A
 * value of null takes its sentence along, and an entry of a list that has no other text.
 * Rich texts begin with a tag, and values are escaped in them.
 */
export function fillVariables<T>(value: T, facts: TemplateVariables): T {
  const fill = (one: unknown): unknown => {
    if (typeof one === 'string') {
      const written = startsWithTag.test(one) ? escapedHtml : (text: string) => text;
      return trueSentences(one, facts).replaceAll(fact, (whole, comma: string | undefined, name: string) => {
        if (!Object.hasOwn(facts, name)) return whole;
        const text = facts[name] ?? '';
        return text === '' ? '' : `${comma ?? ''}${written(text)}`;
      });
    }
    if (Array.isArray(one)) {
      return one.flatMap((entry: unknown) => {
        const filled = fill(entry);
        return hasLostText(entry, filled) ? [] : [filled];
      });
    }
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, fill(inner)]));
  };
  return fill(value) as T;
}

/** Facts that another module owns and that a text of `value` names. */
export function namedCatalogFacts(value: unknown): CatalogFactName[] {
  const texts = JSON.stringify(value);
  return catalogFactNames.filter((name) => texts.includes(`{${name}}`));
}

type ShopFacts = Readonly<Record<Exclude<FactName, CatalogFactName>, string>>;

/** The document `site`, as far as it states facts. */
type SiteFacts = { name: string; facts: Readonly<Record<Exclude<keyof ShopFacts, 'shopName'>, string | number>> };

/** Facts of the shop itself, which are fields of the document `site`. */
export function factsOf({ facts, name: shopName }: SiteFacts): ShopFacts {
  const all = Object.entries({ ...facts, shopName });
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)])) as ShopFacts;
}
