import { changedFields, recordChange, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { orderPrefixes } from '#modules/content/order-number-prefixes.server.ts';
import { paymentMode, type PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { InvoiceNumberingInput, invoiceNumberingRefusals } from './invoice-numbering.schema.ts';
import {
  insertSeries,
  isPrefixOfOthers,
  listSeries,
  lockSeries,
  updateSeries,
  type SeriesRow,
} from './order-documents.queries.server.ts';
import { documentKinds, documentNumber, type DocumentKind } from './order-documents.ts';

/** Prefixes of series that were never on. */
const initialPrefixes: Record<DocumentKind, string> = { invoice: 'R-', credit_note: 'C-' };

type KnownSeries = Pick<SeriesRow, 'isOn' | 'prefix' | 'nextNumber'>;

/** Version token of the setting. It omits the next numbers, which each sale changes. */
const settingVersion = (mode: PaymentMode, invoices: KnownSeries, creditNotes: KnownSeries) =>
  versionToken({ mode, isOn: invoices.isOn, invoicePrefix: invoices.prefix, creditNotePrefix: creditNotes.prefix });

/** Returns the setting of the shop's payment mode, with the numbers that come next. */
export async function invoiceNumberingView({ db, settings }: Pick<Ctx, 'db' | 'settings'>) {
  const mode = paymentMode(settings);
  const stored = await listSeries(db, mode);
  const seriesOf = (kind: DocumentKind): KnownSeries =>
    stored.find((one) => one.kind === kind) ?? { isOn: false, prefix: initialPrefixes[kind], nextNumber: 1 };
  const [invoices, creditNotes] = [seriesOf('invoice'), seriesOf('credit_note')];
  const next = ({ prefix, nextNumber: number }: KnownSeries) => documentNumber({ mode, prefix, number });
  return {
    mode,
    isOn: invoices.isOn,
    invoicePrefix: invoices.prefix,
    creditNotePrefix: creditNotes.prefix,
    next: { invoice: next(invoices), creditNote: next(creditNotes) },
    version: settingVersion(mode, invoices, creditNotes),
  };
}

type Refusal = keyof typeof invoiceNumberingRefusals;

/** Change of one series. `next` null keeps its next number. */
type SeriesChange = { isOn: boolean; prefix: string; next: number | null; isAgreed: boolean };

type Checked = { tx: Db; series: SeriesRow; ofOrders: readonly string[] };

/** Beginnings of documents' numbers that are made of an order's number. */
const orderMarks: Record<DocumentKind, string> = { invoice: 'INV-', credit_note: 'CN-' };

async function seriesRefusal({ tx, series, ofOrders }: Checked, change: SeriesChange): Promise<Refusal | null> {
  const { kind, nextNumber, skippedNumbers } = series;
  const { prefix, next, isAgreed } = change;
  const marks = ofOrders.flatMap((order) => Object.values(orderMarks).map((mark) => `${mark}${order}-`));
  if (marks.some((mark) => prefix.toUpperCase().startsWith(mark.toUpperCase()))) return `${kind}_prefix_of_orders`;
  if (await isPrefixOfOthers(tx, series, prefix)) return `${kind}_prefix_used`;
  if (next === null || next === nextNumber) return null;
  if (next < nextNumber) return `${kind}_given`;
  const hasGiven = nextNumber - 1 > skippedNumbers;
  return hasGiven && !isAgreed ? 'leaves_out' : null;
}

/** Stores a change of a locked series. A raised number leaves those before it out for good. */
function storeSeries(tx: Db, series: SeriesRow, { isOn, prefix, next }: SeriesChange): Promise<void> {
  const nextNumber = next ?? series.nextNumber;
  const skippedNumbers = series.skippedNumbers + nextNumber - series.nextNumber;
  return updateSeries(tx, series, { isOn, prefix, nextNumber, skippedNumbers });
}

/** Locks both series of a mode. Stores them first if they were never on. */
async function lockBoth(tx: Db, mode: PaymentMode): Promise<[invoices: SeriesRow, creditNotes: SeriesRow]> {
  const rows: SeriesRow[] = [];
  for (const kind of documentKinds) {
    await insertSeries(tx, { mode, kind }, initialPrefixes[kind]);
    const row = await lockSeries(tx, { mode, kind });
    if (row !== null) rows.push(row);
  }
  const [invoices, creditNotes] = rows;
  if (invoices === undefined || creditNotes === undefined) throw new Error(`the series of ${mode} are not stored`);
  return [invoices, creditNotes];
}

const fieldsOf = (invoices: KnownSeries, creditNotes: KnownSeries) => ({
  isOn: invoices.isOn,
  invoicePrefix: invoices.prefix,
  nextInvoice: invoices.nextNumber,
  creditNotePrefix: creditNotes.prefix,
  nextCreditNote: creditNotes.nextNumber,
});

/**
 * Switches the gapless numbers of the shop's payment mode on or off, and sets prefixes and next
 * numbers. Applies to orders paid and refunds made from then on. Refuses a number that was given, a
 * prefix that makes numbers of other documents, and `leaves_out` until the owner agreed.
 */
export async function editInvoiceNumbering(
  ctx: Ctx,
  actor: Actor,
  input: InvoiceNumberingInput,
): Promise<Result<null, Refusal>> {
  const mode = paymentMode(ctx.settings);
  const ofOrders = await orderPrefixes(ctx);
  const { isOn, sure: isAgreed, version } = input;
  const changes: Record<DocumentKind, SeriesChange> = {
    invoice: { isOn, isAgreed, prefix: input.invoicePrefix, next: input.nextInvoice },
    credit_note: { isOn, isAgreed, prefix: input.creditNotePrefix, next: input.nextCreditNote },
  };
  return inResultTransaction(ctx.db, async (tx): Promise<Result<null, Refusal>> => {
    const [invoices, creditNotes] = await lockBoth(tx, mode);
    if (settingVersion(mode, invoices, creditNotes) !== version) return refuse('changed_meanwhile');
    for (const series of [invoices, creditNotes]) {
      const refusal = await seriesRefusal({ tx, series, ofOrders }, changes[series.kind]);
      if (refusal !== null) return refuse(refusal);
      await storeSeries(tx, series, changes[series.kind]);
    }
    const after = {
      isOn,
      invoicePrefix: input.invoicePrefix,
      nextInvoice: input.nextInvoice ?? invoices.nextNumber,
      creditNotePrefix: input.creditNotePrefix,
      nextCreditNote: input.nextCreditNote ?? creditNotes.nextNumber,
    };
    const changed = changedFields(fieldsOf(invoices, creditNotes), after);
    if (Object.keys(changed.after).length === 0) return ok(null);
    await recordChange(tx, actor, { action: 'settings.edit', subject: `settings:invoices ${mode}`, ...changed });
    return ok(null);
  });
}
