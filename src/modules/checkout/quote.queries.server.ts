import { and, eq, sql, type SQL } from 'drizzle-orm';

import type { CartLine } from '#modules/cart/cart-line.ts';
import { linesIn } from '#modules/cart/cart.queries.server.ts';
import { availableProducts } from '#modules/catalog/products.queries.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { codesByText } from '#modules/discounts/discount-codes.queries.server.ts';
import type { TypedCode } from '#modules/discounts/discounts.schema.ts';
import { checkoutRedemptions, type Redemption } from '#modules/discounts/redemptions.queries.server.ts';
import { activeOptions } from '#modules/shipping/shipping-options.queries.server.ts';
import type { ShippingOption } from '#modules/shipping/shipping-options.ts';
import { storedTaxIn, type StoredTax } from '#modules/tax/tax-rates.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import { jsonRows } from '#platform/db/rows.server.ts';
import { defer } from '#platform/db/transaction.server.ts';

import type { CheckoutRow } from './find-checkout.queries.server.ts';
import type { Offer, QuoteVersion } from './quote.ts';
import { type Reservation } from './reservation.queries.server.ts';
import { checkoutQuotes, checkouts, isActiveCheckout, reservations } from './tables.server.ts';

/** A checkout with its newest quote version. */
export type CurrentCheckout = Offer & { checkout: CheckoutRow };

const soldIds = sql`select (item ->> 'productId')::uuid from jsonb_array_elements(${checkoutQuotes}.body -> 'items') item`;

const stockLeft = sql<CurrentCheckout['stockLeft']>`(
  select coalesce(jsonb_object_agg(p.id, p.available + coalesce(r.quantity, 0)), '{}')
  from ${availableProducts(soldIds)} p
  left join ${reservations} r on r.product_id = p.id and r.checkout_id = ${checkouts}.id)`;

/** Joins a checkout with its newest quote version. */
export const isNewest = and(
  eq(checkoutQuotes.checkoutId, checkouts.id),
  eq(checkoutQuotes.version, checkouts.quoteVersion),
);

async function currentWhere(db: Db, which: SQL | undefined): Promise<CurrentCheckout | null> {
  const rows = await db
    .select({ checkout: checkouts, quote: checkoutQuotes.body, stockLeft, options: activeOptions })
    .from(checkouts)
    .innerJoin(checkoutQuotes, isNewest)
    .where(which);
  return rows[0] ?? null;
}

/**
 * Returns a checkout with its newest quote version, the stock of its products and the shipping
 * options.
 */
export const findCurrentCheckout = (db: Db, id: string) => currentWhere(db, eq(checkouts.id, id));

/** Returns the same for the live checkout of a cart. */
export const findCurrentCheckoutOfCart = (db: Db, cartId: string) =>
  currentWhere(db, and(eq(checkouts.cartId, cartId), isActiveCheckout(checkouts.state)));

/** Placeholder column of a nested statement whose result is not read. */
export const dummyColumn = sql`1`;

type NewQuote = { version: number; body: QuoteVersion };

export async function insertQuote(db: Db, checkoutId: string, quote: NewQuote): Promise<void> {
  await db.insert(checkoutQuotes).values({ checkoutId, ...quote, totalCents: quote.body.totalCents });
}

type NewestQuote = Pick<NewQuote, 'body'> & Partial<Pick<CheckoutRow, 'customerId' | 'state' | 'intentBaseVersion'>>;

const writeNewest = preparedStatement(
  (
    db,
    {
      checkoutId,
      body,
      totalCents,
      ...change
    }: Placeholders<{ checkoutId: string; totalCents: number } & Pick<CheckoutRow, 'quoteVersion'> & NewestQuote>,
  ) => {
    const values = { checkoutId, version: change.quoteVersion, body, totalCents };
    const added = db.$with('added').as(db.insert(checkoutQuotes).values(values).returning({ one: dummyColumn }));
    return db.with(added).update(checkouts).set(change).where(eq(checkouts.id, checkoutId));
  },
);

/** Stores the next quote of a locked checkout as its newest. Returns the updated checkout. */
export async function insertNewestQuote(
  db: Db,
  checkout: CheckoutRow,
  { body, ...change }: NewestQuote,
): Promise<CheckoutRow> {
  const quoteVersion = checkout.quoteVersion + 1;
  const { id: checkoutId } = checkout;
  const { totalCents } = body;
  await defer(db, writeNewest(db, { checkoutId, quoteVersion, body, totalCents, ...change }));
  return { ...checkout, ...change, quoteVersion };
}

/**
 * A quote version, or null if not stored, with the reservations of its checkout: goods in ascending
 * product order and uses of codes.
 */
export type StoredVersion = { quote: QuoteVersion | null; goods: Reservation[]; codes: Redemption[] };

export const versionColumns = {
  quote: checkoutQuotes.body,
  goods: jsonRows(
    { productId: reservations.productId, quantity: reservations.quantity },
    {
      from: sql`${reservations} where ${reservations.checkoutId} = ${checkouts.id}`,
      order: sql`${reservations.productId}`,
    },
  ),
  codes: checkoutRedemptions(checkouts.id),
};

export const ofVersion = (version: SQL<number>) =>
  and(eq(checkoutQuotes.checkoutId, checkouts.id), eq(checkoutQuotes.version, version));

const selectVersion = preparedStatement(
  (db, { checkoutId, version }: Placeholders<{ checkoutId: string; version: number }>) =>
    db
      .select(versionColumns)
      .from(checkouts)
      .leftJoin(checkoutQuotes, ofVersion(version))
      .where(eq(checkouts.id, checkoutId)),
);

/**
 * Returns a quote version and the reservations of its checkout. No quote and no reservations if
 * there is no such checkout.
 */
export async function findQuoteVersion(db: Db, checkoutId: string, version: number): Promise<StoredVersion> {
  const rows = await selectVersion(db, { checkoutId, version });
  return rows[0] ?? { quote: null, goods: [], codes: [] };
}

/**
 * Input for pricing the next quote version: the newest version, reservations, cart, shipping
 * options, code and stored tax.
 */
export type PricingInput = StoredVersion & {
  lines: CartLine[];
  options: ShippingOption[];
  found: readonly DiscountCode[];
  tax: StoredTax;
};

/** Code and tax location of a change. Undefined values stay as in the newest quote version. */
export type CodeAndLocation = {
  code?: TypedCode | '' | undefined;
  country?: string | undefined;
  state?: string | undefined;
};

const inQuote = (...path: [string, string]) => sql<string>`${checkoutQuotes.body} #>> ${sql.raw(`'{${path.join()}}'`)}`;

const selectPricingBasis = preparedStatement(
  (db, { id, code, country, state }: Placeholders<CodeAndLocation & { id: string }>) =>
    db
      .select({
        ...versionColumns,
        lines: linesIn(checkouts.cartId),
        options: activeOptions,
        found: codesByText(code ?? inQuote('code', 'code')),
        tax: storedTaxIn({
          country: country ?? inQuote('shippingAddress', 'country'),
          state: state ?? inQuote('shippingAddress', 'state'),
        }),
      })
      .from(checkouts)
      .leftJoin(checkoutQuotes, isNewest)
      .where(eq(checkouts.id, id)),
);

export async function findPricingBasis(db: Db, id: string, typed: CodeAndLocation): Promise<PricingInput | null> {
  return (await selectPricingBasis(db, { id, ...typed }))[0] ?? null;
}
