import type { RunningPromotion } from '#modules/promotions/promotions.ts';
import { deliveryRange, formatDelivery } from '#shared/delivery-dates.ts';
import type { Cents } from '#shared/money.ts';

export type Product = {
  id: string;
  name: string;
  description: string;
  priceCents: Cents;
  salePriceCents: Cents | null;
  /** Reference price of the sale, in cents. Null if none is proven. */
  referencePriceCents: Cents | null;
  /** Automatic promotions running now, in their order. */
  promotions: readonly RunningPromotion[];
  imageUrl: string;
  features: string[];
  specifications: Record<string, string>;
  onHand: number | null;
  /** Units that can still be reserved. Null if stock is not tracked. */
  available: number | null;
};

const measure = /(\d) (?=×|(?:nm|[cm]?m|k?g|V|W|mAh|Hz|min|minutes?|hours?)\b)|(×) (?=\d)/g;

/**
 * Replaces spaces inside measurements, so that lines do not break there: '630-680 nm', '15 × 1.5 ×
 * 1.8 cm'.
 */
function wholeMeasures(text: string): string {
  return text.replace(measure, '$1$2\u00A0');
}

type ProductTexts = Pick<Product, 'description' | 'features' | 'specifications'>;

/** Returns a product with its texts prepared for display. */
export function shownProduct<P extends ProductTexts>(product: P): P {
  const specifications = Object.entries(product.specifications).map(([name, value]) => [name, wholeMeasures(value)]);
  return {
    ...product,
    description: wholeMeasures(product.description),
    features: product.features.map(wholeMeasures),
    specifications: Object.fromEntries(specifications) as Record<string, string>,
  };
}

/** The product fields that a cart needs: all except the texts of its page. */
export type SoldProduct = Omit<Product, 'description' | 'features' | 'specifications'>;

/** Price charged for one unit, in cents: the sale price if there is one. */
export function unitPrice(product: Pick<Product, 'priceCents' | 'salePriceCents'>): Cents {
  return product.salePriceCents ?? product.priceCents;
}

/** Max units of one product in a cart. */
export const maxQuantity = 99;

/** Max units of a product in a cart: 99, and never more than are available. */
export function quantityCap(available: number | null): number {
  return available === null ? maxQuantity : Math.min(maxQuantity, Math.max(0, available));
}

/** True when no unit is available. */
export function isSoldOut({ available }: Pick<Product, 'available'>): boolean {
  return quantityCap(available) === 0;
}

/** Max age of a page with dates, in milliseconds. */
export const pageAgeMs = 10 * 60 * 1000;

/**
 * Delivery dates of an order placed now, `daysMin` to `daysMax` business days ahead; a single date
 * if they are equal. Counts from the last moment at which the page may still be shown. Otherwise a
 * page rendered just before midnight would promise a day too early.
 */
export function promisedDelivery(now: Date, days: { daysMin: number; daysMax: number }, country: string): string {
  return formatDelivery(deliveryRange(new Date(now.getTime() + pageAgeMs), days, country));
}
