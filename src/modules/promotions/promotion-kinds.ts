import type { FreeShipping } from '#modules/shipping/shipping-terms.ts';
import { formatUsd, wholePrice, type Cents } from '#shared/money.ts';

/** The line as promotions see it. `promoted` is true if its product has a sale price. */
export type PricedLine = { quantity: number; unitPriceCents: Cents; promoted: boolean };

type Value = number | string | readonly string[];
export type PromotionOptions = Readonly<Record<string, Value>>;

/**
 * One field of the admin form. `money` is stored in cents, `shipping` as ids of shipping methods.
 */
type Field<V extends Value> = { label: string } & (V extends number
  ? { type: 'count' | 'money'; usual: number }
  : V extends string
    ? { type: 'text'; usual: string }
    : { type: 'shipping'; usual: readonly string[] });

/**
 * A kind of automatic promotion: its condition, and what it takes off the goods or which shipping
 * methods it makes free.
 */
export type PromotionKind<Options extends PromotionOptions = PromotionOptions> = {
  title: string;
  /** One sentence for the owner. */
  about: string;
  fields: { readonly [Name in keyof Options]: Field<Options[Name]> };
  /** Label in the order summary. */
  label(options: Options): string;
  /** Hint in the cart before the condition is met. `goods` is in cents, after other promotions. */
  hint?(goods: Cents, options: Options): string | null;
  /** Cents off each line. */
  off?(lines: readonly PricedLine[], options: Options): Cents[];
  /** Value of the goods, after promotions and code, from which shipping methods are free. */
  freesShipping?(options: Options): Omit<FreeShipping, 'label'>;
};

/** Makes the `free` cheapest of every `buy` + `free` units on sale free. */
const buyXGetY: PromotionKind<{ buy: number; free: number }> = {
  title: 'Buy X get Y free',
  about: 'The cheapest units are free, no code needed. Applies to products with a sale price.',
  fields: {
    buy: { type: 'count', label: 'Units to buy', usual: 2 },
    free: { type: 'count', label: 'Free units', usual: 1 },
  },
  label: ({ buy, free }) => `Buy ${buy} Get ${free} Free`,
  off(lines, { buy, free }) {
    const units = lines.reduce((sum, line) => sum + (line.promoted ? line.quantity : 0), 0);
    let left = Math.floor(units / (buy + free)) * free + Math.max(0, (units % (buy + free)) - buy);
    const shares = lines.map(() => 0);
    const cheapestFirst = lines
      .map((line, index) => ({ ...line, index }))
      .filter((line) => line.promoted)
      .toSorted((a, b) => a.unitPriceCents - b.unitPriceCents || a.index - b.index);
    for (const line of cheapestFirst) {
      const freeHere = Math.min(left, line.quantity);
      shares[line.index] = freeHere * line.unitPriceCents;
      left -= freeHere;
    }
    return shares;
  },
};

/** Makes some shipping methods free at or above a value of the goods. */
const freeShippingOver: PromotionKind<{
  minGoodsCents: number;
  what: string;
  methods: readonly string[];
}> = {
  title: 'Free shipping over an amount',
  about: 'The chosen shipping methods are free when the items reach this amount after discounts.',
  fields: {
    minGoodsCents: { type: 'money', label: 'Minimum item total (USD)', usual: 10_000 },
    what: { type: 'text', label: 'Text shown to customers: “free …”', usual: 'shipping' },
    methods: { type: 'shipping', label: 'Free shipping methods', usual: [] },
  },
  label: ({ minGoodsCents, what }) => `Free ${what} over ${wholePrice(minGoodsCents)}`,
  hint: (goods, { minGoodsCents, what }) =>
    goods < minGoodsCents ? `You are ${formatUsd(minGoodsCents - goods)} away from free ${what}` : null,
  freesShipping: ({ minGoodsCents, methods }) => ({ fromCents: minGoodsCents, optionIds: methods }),
};

const kinds: Record<string, PromotionKind> = {
  buy_x_get_y: buyXGetY,
  free_shipping_over: freeShippingOver,
};

export const promotionKinds: ReadonlyMap<string, PromotionKind> = new Map(Object.entries(kinds));
