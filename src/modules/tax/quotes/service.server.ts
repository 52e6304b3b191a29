import { failureCode } from '#modules/payments/failure.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { holdsTax, type TaxPlace, type TaxRate } from '../rules.ts';
import * as repo from './repo.server.ts';
import { isDue, quotePlace, rateOfParts, type QuotePlace } from './rules.ts';

/** The service may be paid by the question: nobody makes it a costly hour by typing ZIP codes. */
const mostPerHour = 600;
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
 * Asks the tax service for a place and keeps what it says for a day, where the shop has one (`TAX=stripe`). Never fails: what
 * cannot be learnt is logged, and `taxRateOf` answers from what is known. Not for use inside a transaction.
 */
export async function learnRate(ctx: PaymentsCtx, place: TaxPlace): Promise<void> {
  const wanted = ctx.settings.tax === 'stripe' ? quotePlace(place) : null;
  if (wanted === null) return;
  const now = ctx.now();
  if (!isDue(await repo.findKept(ctx.db, wanted), now)) return;
  if ((await repo.countAskedSince(ctx.db, new Date(now.getTime() - hourMs))) >= mostPerHour) {
    ctx.log.warn({ mostPerHour }, 'the tax service is not asked for more places this hour');
    return;
  }
  try {
    await repo.keepAnswer(ctx.db, wanted, await ask(ctx, wanted), now);
  } catch (error) {
    const reason = reasonOf(error);
    const { country, state } = wanted;
    ctx.log.warn({ reason, country, state }, 'the tax service gave no rate: the last known or the table is used');
    await (reason === unknownPlace
      ? repo.keepAnswer(ctx.db, wanted, null, now)
      : repo.noteFailure(ctx.db, wanted, now));
  }
}

/** What the service has told so far: places with a rate, and when it answered last; null in a shop without one. */
export function serviceSummary({ db, settings }: Pick<Ctx, 'db' | 'settings'>) {
  return settings.tax === 'stripe' ? repo.summarise(db) : Promise.resolve(null);
}
