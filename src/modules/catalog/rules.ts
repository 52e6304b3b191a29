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
  /** Whether the automatic promotion is switched on and within its dates. */
  promotionOn: boolean;
  imageUrl: string;
  features: string[];
  specifications: Record<string, string>;
  onHand: number | null;
  /** Units that can still be promised to someone; null when stock is not tracked. */
  available: number | null;
};

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

/** For how long after it was made a page with dates may be shown, in milliseconds. */
export const pageAgeMs = 10 * 60 * 1000;

/**
 * When an order of now would arrive, `daysMin` to `daysMax` business days from today: one date when both are the same. Counted
 * from the last moment at which the page may be shown, so that one from just before midnight never promises a day too early.
 */
export function promisedDelivery(now: Date, daysMin: number, daysMax: number): string {
  return formatDelivery(deliveryRange(new Date(now.getTime() + pageAgeMs), daysMin, daysMax));
}
