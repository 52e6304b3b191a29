import { countWithoutMode, listPaymentStates } from '#modules/orders/money-movements.queries.server.ts';
import { listIssued, type IssuedSum } from '#modules/orders/find-documents.queries.server.ts';
import { taxRows } from '#modules/orders/sales-days.server.ts';
import { paymentModes, type PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Cents } from '#shared/money.ts';
import { toShopDate } from '#shared/shop-time.ts';

import { findImport, listBalances, listModes } from './balance.queries.server.ts';
import { listBalanceSums, listMismatches, type BalanceSum, type Mismatch, type Span } from './books.queries.server.ts';
import { reasonFor, type DifferenceReason } from './difference.ts';
import { byPlace, totalsOf, type Totals } from './tax-report.ts';

/** Sums of the provider's records in US dollars, in cents. Fees are negative. */
export type ProviderTotals = {
  /** Charges, refunds and disputes. */
  paymentsCents: Cents;
  feeCents: Cents;
  /** Everything else, such as payouts to the bank. */
  otherCents: Cents;
  /** Transactions in other currencies, which are not part of the sums. */
  foreign: number;
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function providerTotals(sums: readonly BalanceSum[]): ProviderTotals {
  const own = sums.filter(({ currency }) => currency === 'usd');
  const fees = own.map(({ category, amountCents, feeCents }) => (category === 'fee' ? amountCents : 0) - feeCents);
  const others = own.filter(({ category, isOfPayments }) => !isOfPayments && category !== 'fee');
  return {
    paymentsCents: sum(own.filter(({ isOfPayments }) => isOfPayments).map(({ amountCents }) => amountCents)),
    feeCents: sum(fees),
    otherCents: sum(others.map(({ amountCents }) => amountCents)),
    foreign: sum(sums.filter(({ currency }) => currency !== 'usd').map(({ count }) => count)),
  };
}

/** Payment that differs, and why. */
export type ExplainedMismatch = Omit<Mismatch, 'shopAt'> & { reason: DifferenceReason };

async function explained(
  db: Db,
  { mode }: Span,
  { mismatches, importedUntil }: { mismatches: readonly Mismatch[]; importedUntil: Date | null },
): Promise<ExplainedMismatch[]> {
  const intentIds = mismatches.flatMap(({ intentId }) => (intentId === null ? [] : [intentId]));
  const [states, balances] = await Promise.all([listPaymentStates(db, intentIds), listBalances(db, intentIds)]);
  const stateOf = new Map(states.map((state) => [state.intentId, state]));
  const balanceOf = new Map(balances.map((balance) => [balance.intentId, balance]));
  return mismatches.map(({ shopAt, ...one }) => {
    const state = stateOf.get(one.intentId ?? '');
    const balance = balanceOf.get(one.intentId);
    const reason = reasonFor({
      hasOrder: state !== undefined,
      mode: state?.mode ?? null,
      ledgerMode: mode,
      shopBalanceCents: state?.balanceCents ?? 0,
      providerBalanceCents: balance?.cents ?? null,
      isForeign: balance?.isForeign ?? false,
      isDisputed: state?.isDisputed ?? false,
      hasPendingRefund: state?.hasPendingRefund ?? false,
      isAhead: shopAt !== null && (importedUntil === null || shopAt >= importedUntil),
    });
    return { ...one, orderNumber: one.orderNumber ?? state?.orderNumber ?? null, reason };
  });
}

/** Payments of a difference that are looked up, the largest first. */
const maxExplained = 500;

export type Difference = {
  /** Ledger less provider. */
  cents: Cents;
  reasons: { reason: DifferenceReason; payments: number; cents: Cents }[];
  /** The largest ones. */
  payments: ExplainedMismatch[];
  /** True when there are more payments than those that are explained. */
  isCut: boolean;
};

/** Payments of a difference that the page lists. */
const shownPayments = 20;

async function differenceOf(
  db: Db,
  span: Span,
  { cents, importedUntil }: { cents: Cents; importedUntil: Date | null },
): Promise<Difference | null> {
  if (cents === 0) return null;
  const found = await listMismatches(db, span, maxExplained + 1);
  const payments = await explained(db, span, { mismatches: found.slice(0, maxExplained), importedUntil });
  const reasons = [...new Set(payments.map(({ reason }) => reason))].map((reason) => {
    const own = payments.filter((one) => one.reason === reason);
    const differences = own.map(({ shopCents, providerCents }) => shopCents - providerCents);
    return { reason, payments: own.length, cents: sum(differences) };
  });
  return { cents, reasons, payments: payments.slice(0, shownPayments), isCut: found.length > maxExplained };
}

export type Books = {
  totals: Totals;
  provider: ProviderTotals;
  difference: Difference | null;
  /** Moment up to which the provider's records are stored. Null until they are read once. */
  importedUntil: Date | null;
  /** Modes with records, the shop's own first. */
  modes: PaymentMode[];
  /** Paid orders of earlier versions whose mode is not known yet, up to 1,000. */
  withoutMode: number;
  /** Invoices and credit notes with gapless numbers that are dated within the span. */
  issued: IssuedSum[];
};

/** Returns the days of a span, which begins and ends with a day. */
const daysOf = ({ mode, from, until }: Span) => ({
  mode,
  days: { from: toShopDate(from), to: toShopDate(new Date(until.getTime() - 1)) },
});

/** Returns the sums of a span, by place and in total, and how they differ from the provider's. */
export async function readBooks(db: Db, span: Span, shopMode: PaymentMode) {
  const [sums, balances, progress, known, withoutMode, issued] = await Promise.all([
    taxRows(db, daysOf(span)),
    listBalanceSums(db, span),
    findImport(db, span.mode),
    listModes(db),
    countWithoutMode(db),
    listIssued(db, span),
  ]);
  const [totals, provider, importedUntil] = [totalsOf(sums), providerTotals(balances), progress?.importedUntil ?? null];
  const cents = totals.receivedCents - provider.paymentsCents;
  const difference = await differenceOf(db, span, { cents, importedUntil });
  const others = paymentModes.filter((mode) => mode !== shopMode && known.includes(mode));
  const books: Books = {
    totals,
    provider,
    difference,
    importedUntil,
    modes: [shopMode, ...others],
    withoutMode,
    issued,
  };
  return { ...books, taxes: byPlace(sums) };
}

/** Returns the tax report of a span. */
export const readTaxReport = async (db: Db, span: Span) => byPlace(await taxRows(db, daysOf(span)));
