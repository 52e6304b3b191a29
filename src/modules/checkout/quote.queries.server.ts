import { and, eq, sql, type SQL } from 'drizzle-orm';

import type { CartLine } from '#modules/cart/cart-line.ts';
import { linesIn } from '#modules/cart/cart.queries.server.ts';
import { availableProducts } from '#modules/catalog/products.queries.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { codesByText } from '#modules/discounts/discount-codes.queries.server.ts';
import type { TypedCode } from '#modules/discounts/discounts.schema.ts';
import {
  checkoutRedemptions,
  holdingParts,
  type CodeHold,
  type Redemption,
} from '#modules/discounts/redemptions.queries.server.ts';
import { shippingTerms } from '#modules/shipping/shipping-options.queries.server.ts';
import type { ShippingTerms } from '#modules/shipping/shipping-terms.ts';
import { storedTaxIn, type StoredTax } from '#modules/tax/tax-rates.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import { jsonRows } from '#platform/db/rows.server.ts';

import type { LeasedCheckout } from './checkout-lease.queries.server.ts';
import type { CheckoutRow } from './find-checkout.queries.server.ts';
import type { Offer, QuoteVersion } from './quote.ts';
import type { Reservation } from './reservation.queries.server.ts';
import { checkoutQuotes, checkouts, isActiveCheckout, isUnpaid, reservations } from './tables.server.ts';

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
    .select({ checkout: checkouts, quote: checkoutQuotes.body, stockLeft, ...shippingTerms })
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

/** Values of a checkout that its newest quote changes. Undefined ones stay. */
type QuoteChange = {
  [Name in 'customerId' | 'state' | 'intentBaseVersion']?: CheckoutRow[Name] | undefined;
};
type NewestQuote = { body: QuoteVersion; hold: CodeHold | null; change: QuoteChange };
type Newest = QuoteChange & Partial<CodeHold> & Pick<CheckoutRow, 'quoteVersion'>;
type StoredText = { checkoutId: string; leaseId: string; bodyText: string; totalCents: number };

const writeNewest = preparedStatement((db, newest: Placeholders<Newest & StoredText>) => {
  const { checkoutId, leaseId, bodyText, totalCents, cartId, customerKey, newCodeId, heldCodeId, ...change } = newest;
  const isHeld = sql`${checkouts.leaseId} = ${leaseId}`;
  const isOpen = and(isUnpaid(checkouts.state), sql`${checkouts.expiresAt} > now()`);
  const updated = db
    .update(checkouts)
    .set(change)
    .where(and(eq(checkouts.id, checkoutId), isHeld, isOpen));
  const stored = db.$with('stored').as(updated.returning());
  const added = db.$with('added', { one: dummyColumn }).as(sql`
    insert into ${checkoutQuotes} (checkout_id, version, body, total_cents)
    select id, ${change.quoteVersion}::int, ${bodyText}::jsonb, ${totalCents}::int from ${stored} returning 1 as one`);
  const holding = holdingParts(db, stored, { cartId, customerKey, newCodeId, heldCodeId });
  return db
    .with(stored, added, ...holding)
    .select()
    .from(stored);
});

/**
 * Stores the next quote of a checkout as its newest, and holds its code, in one statement. Decides:
 * null, with nothing stored, if the lease of the caller, the time or the unpaid state is over.
 * Returns the updated checkout. Fails with an error that `isCodeExhaustedError` if no use is left.
 */
export async function storeQuote(
  db: Db,
  checkout: LeasedCheckout,
  { body, hold, change }: NewestQuote,
): Promise<LeasedCheckout | null> {
  const { id: checkoutId, leaseId } = checkout;
  const quoteVersion = checkout.quoteVersion + 1;
  const [bodyText, totalCents] = [JSON.stringify(body), body.totalCents];
  const values = { checkoutId, leaseId, bodyText, totalCents, quoteVersion };
  const [stored] = await writeNewest(db, { ...values, ...change, ...hold });
  return stored === undefined ? null : { ...checkout, ...stored, leaseId };
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
 * Input for pricing the next quote version: the newest version, reservations, cart, terms of
 * shipping, code and stored tax.
 */
export type PricingInput = StoredVersion &
  ShippingTerms & {
    lines: CartLine[];
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
        ...shippingTerms,
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

/** Returns the input for pricing a checkout, or null if there is no such checkout. */
export async function findPricingBasis(db: Db, id: string, typed: CodeAndLocation): Promise<PricingInput | null> {
  return (await selectPricingBasis(db, { id, ...typed }))[0] ?? null;
}
