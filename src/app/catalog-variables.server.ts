import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { compareAtPrice } from '#modules/catalog/price-history.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { unreadShipping, type CatalogFacts } from '#modules/content/template-variables.ts';
import { findStandardShipping } from '#modules/promotions/promotions.queries.server.ts';
import { reviewSummary } from '#modules/reviews/reviews.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { formatCount, wholePrice } from '#shared/money.ts';

type ShippingFacts = Pick<CatalogFacts, keyof typeof unreadShipping>;
type ProductFacts = Omit<CatalogFacts, keyof ShippingFacts>;

const noProduct: ProductFacts = {
  price: '',
  listPrice: null,
  saving: null,
  rating: null,
  wavelength: null,
  headAngle: null,
  reviewCount: '0',
};

async function productFacts(db: Db, settings: Settings): Promise<ProductFacts> {
  const product = await firstActiveProduct(db);
  if (product === null) return noProduct;
  const summary = await reviewSummary({ db, settings }, product.id);
  const price = unitPrice(product);
  const compared = compareAtPrice(product);
  const specified = (unit: RegExp) => Object.values(product.specifications).find((text) => unit.test(text)) ?? null;
  return {
    price: wholePrice(price),
    listPrice: compared === null ? null : wholePrice(compared),
    saving: compared === null ? null : wholePrice(compared - price),
    rating: summary === null ? null : summary.average.toFixed(1),
    wavelength: specified(/^\d{3}[-–]\d{3} nm$/),
    headAngle: specified(/^\d+°$/),
    reviewCount: formatCount(summary?.count ?? 0),
  };
}

async function shippingFacts(db: Db): Promise<ShippingFacts> {
  const standard = await findStandardShipping(db);
  if (standard === null) return unreadShipping;
  const { isFree, freeFromCents } = standard;
  return {
    ifFreeShipping: isFree ? '' : null,
    ifPaidShipping: isFree ? null : '',
    freeShippingFrom: freeFromCents === null ? null : wholePrice(freeFromCents),
  };
}

/**
 * Returns the reader of facts that texts name, in the form in which pages show them. It reads only
 * the modules of the facts that are named.
 */
export const createCatalogVariables =
  (settings: Settings) =>
  async (db: Db, names: readonly string[]): Promise<Partial<CatalogFacts>> => {
    const isNamed = (facts: object) => names.some((name) => Object.hasOwn(facts, name));
    const ofProduct = isNamed(noProduct) ? await productFacts(db, settings) : {};
    const ofShipping = isNamed(unreadShipping) ? await shippingFacts(db) : {};
    return { ...ofProduct, ...ofShipping };
  };
