import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { runningPromotions } from '#modules/promotions/promotion-columns.server.ts';

import { products } from './tables.server.ts';

/** Product columns that a cart needs. */
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

/** Product columns that the product page needs. */
export const productColumns = {
  ...soldColumns,
  description: products.description,
  features: products.features,
  specifications: products.specifications,
};

/**
 * Arguments to join the active product whose id a column holds:
 * `.innerJoin(...activeProduct(line.productId))`.
 */
export const activeProduct = (productId: PgColumn) =>
  [products, and(eq(products.id, productId), eq(products.isActive, true))] as const;

/** SQL column: stock of a product. Null if stock is not tracked. */
export const onHandOf = (productId: SQL) =>
  sql<number | null>`(select ${products.onHand} from ${products} where ${products.id} = ${productId})`;

/** SQL subquery: `id` and `available` units of the active products among `ids`. */
export const availableProducts = (ids: SQL) =>
  sql`(select id, on_hand - reserved as available from ${products} where is_active and id in (${ids}))`;
