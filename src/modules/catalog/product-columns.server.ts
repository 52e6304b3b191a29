import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { runningPromotions } from '#modules/promotions/promotion-columns.server.ts';

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

/** The active product that a column names, for a join: `.innerJoin(...activeProduct(line.productId))`. */
export const activeProduct = (productId: PgColumn) =>
  [products, and(eq(products.id, productId), eq(products.isActive, true))] as const;

/** Units of a product in the house, as part of another statement; null when stock is not tracked. */
export const onHandOf = (productId: SQL) =>
  sql<number | null>`(select ${products.onHand} from ${products} where ${products.id} = ${productId})`;

/** Active products among some ids, as a table of `id` and the units that are `available`, for another statement. */
export const availableProducts = (ids: SQL) =>
  sql`(select id, on_hand - reserved as available from ${products} where is_active and id in (${ids}))`;
