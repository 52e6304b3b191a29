import { failureCode } from '#modules/payments/errors.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { holdsTax, type TaxPlace, type TaxRate } from './tax.ts';
import * as repo from './stripe-tax.queries.server.ts';
import { isRefreshDue, quotePlace, rateOfParts, type QuotePlace } from './stripe-tax.ts';

/** The service may charge per call: typing ZIP codes must not make an hour expensive. */
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

/** The key of a question: within a minute every process of the shop asks the same one. */
function keyOf({ country, state, postalCode }: QuotePlace, now: Date): string {
  return `tax-${[country, state, postalCode].filter(Boolean).join('-')}-${Math.floor(now.getTime() / 60_000)}`;
}

async function ask(ctx: PaymentsCtx, place: QuotePlace): Promise<TaxRate> {
  const inclusive = holdsTax(place.country);
  const rate = rateOfParts(await ctx.payments.askTax({ place, inclusive, key: keyOf(place, ctx.now()) }), inclusive);
  if (rate === null) throw new Error('the tax service says no rate');
  return rate;
}

/**
 * Asks the tax service, where the shop has one (`TAX=stripe`), for a place's rate and stores it for a day. Never fails: a failure is
 * logged, and `taxRateOf` uses what is stored. Not for use inside a transaction.
 */
export async function learnRate(ctx: PaymentsCtx, address: TaxPlace): Promise<void> {
  const place = ctx.settings.tax === 'stripe' ? quotePlace(address) : null;
  if (place === null) return;
  const now = ctx.now();
  if (!isRefreshDue(await repo.findStored(ctx.db, place), now)) return;
  if ((await repo.countRequestsSince(ctx.db, new Date(now.getTime() - hourMs))) >= maxPerHour) {
    ctx.log.warn({ maxPerHour }, 'the tax service is not asked for more places this hour');
    return;
  }
  try {
    await repo.storeAnswer(ctx.db, place, { rate: await ask(ctx, place), at: now });
  } catch (error) {
    const reason = reasonOf(error);
    const { country, state } = place;
    ctx.log.warn({ reason, country, state }, 'the tax service gave no rate: the last known or the table is used');
    await (reason === unknownPlace
      ? repo.storeAnswer(ctx.db, place, { rate: null, at: now })
      : repo.recordFailure(ctx.db, place, now));
  }
}

/** What the service has told so far: places with a rate, and when it answered last; null in a shop without one. */
export function serviceSummary({ db, settings }: Pick<Ctx, 'db' | 'settings'>) {
  return settings.tax === 'stripe' ? repo.summarise(db) : Promise.resolve(null);
}
