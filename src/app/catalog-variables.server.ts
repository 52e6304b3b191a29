import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import type { CatalogFacts } from '#modules/content/template-variables.ts';
import { reviewSummary } from '#modules/reviews/reviews.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { formatCount, wholePrice } from '#shared/money.ts';

/** Returns the reader of facts that texts name, in the form in which pages show them. */
export const createCatalogVariables =
  (settings: Settings) =>
  async (db: Db): Promise<CatalogFacts> => {
    const product = await firstActiveProduct(db);
    if (product === null) return { price: '', reviewCount: '0' };
    const summary = await reviewSummary({ db, settings }, product.id);
    return { price: wholePrice(unitPrice(product)), reviewCount: formatCount(summary?.count ?? 0) };
  };
