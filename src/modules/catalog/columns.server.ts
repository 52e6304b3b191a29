import { sql } from 'drizzle-orm';

import { runningPromotions } from '#modules/discounts/promotions/columns.server.ts';

import { products } from './tables.server.ts';

/** Columns of a product as a cart knows it. */
export const soldColumns = {
  id: products.id,
  name: products.name,
  priceCents: products.priceCents,
  salePriceCents: products.salePriceCents,
  referencePriceCents: products.referencePriceCents,
  promotions: runningPromotions,
  imageUrl: products.imageUrl,
  onHand: products.onHand,
  available: sql<number | null>`${products.onHand} - ${products.reserved}`,
};

/** Columns of a product as its page knows it. */
export const productColumns = {
  ...soldColumns,
  description: products.description,
  features: products.features,
  specifications: products.specifications,
};
