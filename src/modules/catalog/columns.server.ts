import { sql } from 'drizzle-orm';

import { products } from './tables.server.ts';

/** Columns of a product as the rules know it. */
export const productColumns = {
  id: products.id,
  name: products.name,
  description: products.description,
  priceCents: products.priceCents,
  salePriceCents: products.salePriceCents,
  referencePriceCents: products.referencePriceCents,
  promotionOn: sql<boolean>`(${products.promotionIsOn} and coalesce(${products.promotionStartsAt} <= now(), true) and coalesce(${products.promotionEndsAt} > now(), true))`,
  imageUrl: products.imageUrl,
  features: products.features,
  specifications: products.specifications,
  onHand: products.onHand,
  available: sql<number | null>`${products.onHand} - ${products.reserved}`,
};
