import type { Product } from './product.ts';

/** A product as the admin form edits it. */
export type EditableProduct = Omit<Product, 'available' | 'promotions'> & { isActive: boolean; reserved: number };

/** Fields that an admin can edit: texts and prices. */
export type ProductEdit = Pick<
  EditableProduct,
  'name' | 'description' | 'priceCents' | 'salePriceCents' | 'features' | 'specifications' | 'isActive'
>;

/** Editable fields of a product in a fixed order, for the version token and the audit log. */
export function productFields(product: ProductEdit): ProductEdit {
  const { name, description, priceCents, salePriceCents, features, specifications, isActive } = product;
  return { name, description, priceCents, salePriceCents, features, specifications, isActive };
}

export const maxLengths = { name: 120, description: 2_000, line: 160, note: 300, alt: 200 };
export const maxFeatures = 20;
export const maxSpecifications = 30;
export const maxImages = 12;
export const maxPriceCents = 99_999_900;
export const maxStock = 1_000_000;

export type Specifications = { ok: true; value: Record<string, string> } | { ok: false; line: string };

/**
 * Parses 'Label: value' lines. On failure returns the first line without a label or value, or with
 * a repeated label.
 */
export function parseSpecifications(lines: readonly string[]): Specifications {
  const read = new Map<string, string>();
  for (const line of lines) {
    const [, label = '', value = ''] = /^([^:]*):(.*)$/.exec(line)?.map((part) => part.trim()) ?? [];
    if (label === '' || value === '' || read.has(label)) return { ok: false, line };
    read.set(label, value);
  }
  return { ok: true, value: Object.fromEntries(read) };
}

/** Formats specifications as lines that `parseSpecifications` parses. */
export function specificationLines(specifications: Record<string, string>): string {
  return Object.entries(specifications)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
}

/** Reasons for a manual stock change. */
export const stockReasons = {
  received: 'Stock received',
  returned: 'Return restocked',
  damaged: 'Damaged or lost',
  counted: 'Recount',
  other: 'Other',
} as const;

export type StockReason = keyof typeof stockReasons;
export const stockReasonNames = Object.keys(stockReasons) as StockReason[];

type Stock = { onHand: number | null; reserved: number };
export type StockRefusal = 'not_counted' | 'counted_already' | 'below_reserved' | 'too_many_units';

/**
 * Returns why the stock may not change by this many units, or null. Stock never falls below the
 * units reserved by checkouts.
 */
export function stockRefusal({ onHand, reserved }: Stock, change: number): StockRefusal | null {
  if (onHand === null) return 'not_counted';
  if (onHand + change < reserved) return 'below_reserved';
  return onHand + change > maxStock ? 'too_many_units' : null;
}

const units = (count: number) => `${count} ${count === 1 ? 'unit' : 'units'}`;

/** Message of a refused stock change, with the figures that forbid it. */
export function stockSentence(reason: StockRefusal, { onHand, reserved }: Stock): string {
  switch (reason) {
    case 'not_counted':
      return 'Inventory isn’t tracked. Choose “Track inventory” first.';
    case 'counted_already':
      return `Inventory is already tracked, with ${units(onHand ?? 0)} on hand. Adjust the stock instead.`;
    case 'too_many_units':
      return `More than ${maxStock.toLocaleString('en-US')} units is more than the shop can track.`;
    case 'below_reserved':
      return reserved === 0
        ? `You have only ${units(onHand ?? 0)} on hand. Stock can’t go below 0.`
        : `${units(reserved)} of ${units(onHand ?? 0)} are reserved by open checkouts, so stock can’t go below ${reserved}. Try again after they are paid or expire.`;
  }
}
