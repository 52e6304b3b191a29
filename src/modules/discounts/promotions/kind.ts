import type { Cents } from '#shared/money.ts';

/** A line as promotions see it; `promoted`: its product has a sale price. */
export type PricedLine = { quantity: number; unitPriceCents: Cents; promoted: boolean };

type Value = number | string | readonly string[];
export type PromotionOptions = Readonly<Record<string, Value>>;

/** One field of the admin's form. `money` is stored in cents, `shipping` as ids of shipping methods. */
type Field<V extends Value> = { label: string } & (V extends number
  ? { type: 'count' | 'money'; usual: number }
  : V extends string
    ? { type: 'text'; usual: string }
    : { type: 'shipping'; usual: readonly string[] });

/** A condition and an action: what a kind of automatic promotion takes off the goods, or which shipping methods it makes free. */
export type PromotionKind<Options extends PromotionOptions = PromotionOptions> = {
  title: string;
  /** For the owner, in one sentence. */
  about: string;
  fields: { readonly [Name in keyof Options]: Field<Options[Name]> };
  /** What the shopper reads on the bill. */
  label(options: Options): string;
  /** What the shopper reads in the cart before the condition is met; `goods` are cents after what other promotions take off. */
  hint?(goods: Cents, options: Options): string | null;
  /** Cents off each line. */
  off?(lines: readonly PricedLine[], options: Options): Cents[];
  /** Ids of the shipping methods that cost nothing; `goods` are cents after promotions and code. */
  frees?(goods: Cents, options: Options): readonly string[];
};

/** A promotion that is switched on and within its dates. */
export type RunningPromotion = { kind: string; options: PromotionOptions };
