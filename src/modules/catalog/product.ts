import type { RunningPromotion } from '#modules/promotions/promotions.ts';
import { deliveryRange, formatDelivery } from '#shared/dates.ts';
import type { Cents } from '#shared/money.ts';

export type Product = {
  id: string;
  name: string;
  description: string;
  priceCents: Cents;
  salePriceCents: Cents | null;
  /** The price that a sale may be compared with, in cents; null when none is proven. */
  referencePriceCents: Cents | null;
  /** The automatic promotions that run now, in their order. */
  promotions: readonly RunningPromotion[];
  imageUrl: string;
  features: string[];
  specifications: Record<string, string>;
  onHand: number | null;
  /** Units that can still be promised to someone; null when stock is not tracked. */
  available: number | null;
};

const measure = /(\d) (?=×|(?:nm|[cm]?m|k?g|V|W|mAh|Hz|min|minutes?|hours?)\b)|(×) (?=\d)/g;

/** A text in which no line ends inside a measure: '630-680 nm', '15 × 1.5 × 1.8 cm'. */
export function wholeMeasures(text: string): string {
  return text.replace(measure, '$1$2\u00A0');
}

/** A product with texts for a page to show. */
export function shownProduct(product: Product): Product {
  const specifications = Object.entries(product.specifications).map(([name, value]) => [name, wholeMeasures(value)]);
  return {
    ...product,
    description: wholeMeasures(product.description),
    features: product.features.map(wholeMeasures),
    specifications: Object.fromEntries(specifications) as Record<string, string>,
  };
}

/** What a cart knows of a product: everything but the texts of its page. */
export type SoldProduct = Omit<Product, 'description' | 'features' | 'specifications'>;

/** The price that is charged for one unit, in cents: the sale price when there is one. */
export function unitPrice(product: Pick<Product, 'priceCents' | 'salePriceCents'>): Cents {
  return product.salePriceCents ?? product.priceCents;
}

/** Most units of one product in a cart. */
export const maxQuantity = 99;

/** The most units that a cart may hold: 99, and never more than can be promised. */
export function quantityCap(available: number | null): number {
  return available === null ? maxQuantity : Math.min(maxQuantity, Math.max(0, available));
}

/** Whether nothing of it can be promised to anyone at the moment. */
export function isSoldOut({ available }: Pick<Product, 'available'>): boolean {
  return quantityCap(available) === 0;
}

/** For how long after it was made a page with dates may be shown, in milliseconds. */
export const pageAgeMs = 10 * 60 * 1000;

/**
 * When an order of now would arrive, `daysMin` to `daysMax` business days from today: one date when both are the same. Counted
 * from the last moment at which the page may be shown, so that one from just before midnight never promises a day too early.
 */
export function promisedDelivery(now: Date, days: { daysMin: number; daysMax: number }, country: string): string {
  return formatDelivery(deliveryRange(new Date(now.getTime() + pageAgeMs), days, country));
}
