import { failureCode } from '#modules/payments/provider-errors.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';

import { findChoice } from './tax-collection.queries.server.ts';
import { taxSource, type TaxSourceCtx } from './tax-rates.server.ts';
import { collectsOr } from './tax-collection.ts';
import { isTaxInclusive, type TaxPlace, type TaxRate } from './tax.ts';
import {
  countRequestsSince,
  findQuote,
  recordFailure,
  storeResponse,
  summarizeQuotes,
} from './stripe-tax.queries.server.ts';
import { isRefreshDue, taxJurisdiction, rateOfParts, type QuotePlace } from './stripe-tax.ts';

/**
 * Max requests per hour: the service may charge per call, and typed ZIP codes must not become
 * expensive.
 */
const maxPerHour = 600;
const hourMs = 60 * 60 * 1000;

const unknownPlace = 'customer_tax_location_invalid';

function reasonOf(error: unknown): string {
  try {
    return failureCode(error);
  } catch {
    return error instanceof Error ? error.message : 'unknown';
  }
}

/** Idempotency key of a request. All processes of the shop send the same one within a minute. */
function keyOf({ country, state, postalCode }: QuotePlace, now: Date): string {
  return `tax-${[country, state, postalCode].filter(Boolean).join('-')}-${Math.floor(now.getTime() / 60_000)}`;
}

async function ask(ctx: PaymentsCtx, place: QuotePlace): Promise<TaxRate> {
  const inclusive = isTaxInclusive(place.country);
  const rate = rateOfParts(
    await ctx.payments.calculateTax({ place, inclusive, key: keyOf(place, ctx.now()) }),
    inclusive,
  );
  if (rate === null) throw new Error('the tax service says no rate');
  return rate;
}

/**
 * Requests a place's rate from the tax service, if the shop uses one (`taxSource`), and stores it
 * for a day. Requests nothing for a place in which the shop does not collect. Never throws:
 * failures are logged, and `taxRateOf` uses the stored rate. Must not run inside a transaction.
 */
export async function refreshTaxRate(ctx: PaymentsCtx, address: TaxPlace): Promise<void> {
  const place = (await taxSource(ctx)) === 'stripe' ? taxJurisdiction(address) : null;
  if (place === null) return;
  const now = ctx.now();
  if (!isRefreshDue(await findQuote(ctx.db, place), now)) return;
  if (!collectsOr(await findChoice(ctx.db, place), ctx.settings)) return;
  if ((await countRequestsSince(ctx.db, new Date(now.getTime() - hourMs))) >= maxPerHour) {
    ctx.log.warn({ maxPerHour }, 'the tax service is not asked for more places this hour');
    return;
  }
  try {
    await storeResponse(ctx.db, place, { rate: await ask(ctx, place), at: now });
  } catch (error) {
    const reason = reasonOf(error);
    const { country, state } = place;
    ctx.log.warn({ reason, country, state }, 'the tax service gave no rate: the last known or the table is used');
    await (reason === unknownPlace
      ? storeResponse(ctx.db, place, { rate: null, at: now })
      : recordFailure(ctx.db, place, now));
  }
}

/** Places with a rate, and the last response of the service. Null if the shop uses none. */
export async function serviceSummary(ctx: TaxSourceCtx) {
  return (await taxSource(ctx)) === 'stripe' ? summarizeQuotes(ctx.db) : null;
}
