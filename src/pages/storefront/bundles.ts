import { quantityCap, unitPrice, type Product } from '#modules/catalog/product.ts';
import { promotionsOff } from '#modules/promotions/promotions.ts';
import type { Cents } from '#shared/money.ts';

import type { Bundle } from './bundle-choice.tsx';

/** Price of this many units with the running promotions. */
function bundleOf(product: Product, units: number): Bundle {
  const unitPriceCents = unitPrice(product);
  const promoted = product.salePriceCents !== null;
  const { shares } = promotionsOff(product.promotions, [{ quantity: units, unitPriceCents, promoted }]);
  const off = shares[0] ?? 0;
  return { units, priceCents: units * unitPriceCents - off, savingCents: off };
}

/** One, two and three units. Empty unless a promotion takes at least a unit's price off one. */
export function bundlesOf(product: Product): Bundle[] {
  const bundles = [1, 2, 3].map((units) => bundleOf(product, units));
  return bundles.some(({ savingCents }) => savingCents >= unitPrice(product)) ? bundles : [];
}

/** Prices of one unit up to all that can be ordered. Empty if no promotion changes them. */
export function pricesOf(product: Product): Cents[] {
  if (product.promotions.length === 0) return [];
  return Array.from({ length: quantityCap(product.available) }, (_, index) => bundleOf(product, index + 1).priceCents);
}
