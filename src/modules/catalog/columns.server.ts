import { sql } from 'drizzle-orm';

import { products } from './tables.server.ts';

/** Columns of a product as a cart knows it. */
export const soldColumns = {
  id: products.id,
  name: products.name,
  priceCents: products.priceCents,
  salePriceCents: products.salePriceCents,
  referencePriceCents: products.referencePriceCents,
  promotionOn: sql<boolean>`(${products.promotionIsOn} and coalesce(${products.promotionStartsAt} <= now(), true) and coalesce(${products.promotionEndsAt} > now(), true))`,
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
