import { z } from 'zod';

import { monthName } from '#modules/analytics/figures.ts';
import { readBooks } from '#modules/books/books.server.ts';
import { readAgainRefusals } from '#modules/books/books.schema.ts';
import { reimportFrom } from '#modules/books/import-balance.server.ts';
import { dueCents, netCents } from '#modules/books/tax-report.ts';
import type { TaxRow } from '#modules/orders/sales-days.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { countryName } from '#shared/countries.ts';
import { rangeRefusals } from '#shared/day-range.ts';
import { formatCount, formatUsd } from '#shared/money.ts';
import { shortDay, formatDateTime } from '#shared/shop-time.ts';
import { timeZone } from '#shared/shop-zone.ts';

import { adminAction, withParsedFields, replyFromResult } from '../forms/form-action.server.ts';
import type { Route } from './+types/accounting.ts';
import { adminLoader } from './admin-loader.server.ts';
import { booksQuery } from './books/books-query.ts';
import { IssuedPanel } from './books/issued-panel.tsx';
import { RangePanel } from './books/range-panel.tsx';
import { DifferencePanel, LedgerTotals, ProviderSums } from './books/totals.tsx';
import { CollapsibleForm } from './components/collapsible-form.tsx';
import { DataTable, Pager, type Column } from './components/list.tsx';
import { modeSentences } from './components/mode-labels.ts';
import { Empty, FileLink, AdminPage, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const shopMode = withPayments(ctx).payments.mode;
  const chosen = booksQuery(query, { now: ctx.now(), shopMode });
  const typed = { period: null, from: query.text('from'), to: query.text('to'), mode: shopMode };
  if (!chosen.ok) return { chosen: typed, problem: rangeRefusals[chosen.reason], filter: query.filter, books: null };
  const { span, ...days } = chosen.value;
  const { taxes, ...books } = await readBooks(ctx.db, span, shopMode);
  const list = query.report(taxes);
  const shown = { ...books, list };
  return { chosen: { ...days, mode: span.mode }, problem: null, filter: query.filter, books: shown };
});

const againInput = z.object({ day: z.string().default('') });

export const action = adminAction('/admin/books', {
  again: withParsedFields(againInput, async ({ ctx, actor }, { day }) => {
    const withProvider = withPayments(ctx);
    const result = await reimportFrom(withProvider, actor, { mode: withProvider.payments.mode, day });
    const fields = { not_a_day: 'day', in_future: 'day', read_anyway: 'day' };
    return replyFromResult(result, readAgainRefusals, {
      success: 'The records will be imported again within 10 minutes.',
      fields,
    });
  }),
});

const columns: Column<TaxRow & { id: string }>[] = [
  { title: 'Month', isHead: true, render: ({ month }) => monthName(month, 'long') },
  { title: 'Country', render: ({ country }) => (country === '' ? 'Unknown' : countryName(country)) },
  { title: 'State or region', render: ({ state }) => (state === '' ? '–' : state) },
  { title: 'Orders', isNumber: true, render: ({ orders }) => formatCount(orders) },
  { title: 'Net sales (before tax)', isNumber: true, render: (row) => formatUsd(netCents(row)) },
  { title: 'Tax', isNumber: true, render: ({ taxCents }) => formatUsd(taxCents) },
  { title: 'Refunded tax', isNumber: true, render: ({ returnedTaxCents }) => formatUsd(returnedTaxCents) },
  { title: 'Tax due', isNumber: true, render: (row) => formatUsd(dueCents(row)) },
];

type Shown = NonNullable<Route.ComponentProps['loaderData']['books']>;

function readSentence({ importedUntil }: Pick<Shown, 'importedUntil'>): string {
  return importedUntil === null
    ? 'The payment provider’s records are being imported for the first time.'
    : `Records imported through ${formatDateTime(importedUntil)}.`;
}

function BooksContent({ books }: { books: Shown }) {
  const { totals, provider, difference, list, withoutMode, issued } = books;
  const rows = list.rows.map((row) => ({ ...row, id: `${row.month} ${row.country} ${row.state}` }));
  const waiting = withoutMode === 1 ? '1 older order isn’t' : `${withoutMode} older orders aren’t`;
  return (
    <>
      {withoutMode === 0 ? null : (
        <p className="mb-6 text-soft">
          {`${waiting} counted until the provider’s records show whether the payment was live.`}
        </p>
      )}
      {difference === null ? null : <DifferencePanel difference={difference} />}
      <div className="mb-6 grid items-start gap-6 xl:grid-cols-2">
        <LedgerTotals totals={totals} provider={provider} />
        <ProviderSums totals={totals} provider={provider} read={readSentence(books)} />
      </div>
      <IssuedPanel issued={issued} />
      <Panel title="Taxes" aside={<p className="text-sm text-soft">By month and shipping location</p>}>
        <DataTable
          caption="Tax report"
          columns={columns}
          rows={rows}
          empty={<Empty title="No sales in this period">Choose different dates above.</Empty>}
        />
        <Pager {...list.pages} by="pages" />
      </Panel>
      <div className="mt-6">
        <CollapsibleForm
          name="again"
          title="Import provider records again"
          submit="Import again"
          fields={[
            {
              name: 'day',
              label: 'Starting on',
              kind: 'day',
              required: true,
              hint: 'Use this if records are missing. Existing records don’t change.',
            },
          ]}
        />
      </div>
    </>
  );
}

export default function BooksPage({ loaderData: { chosen, problem, filter, books } }: Route.ComponentProps) {
  const days = problem === null ? `${shortDay(chosen.from)} to ${shortDay(chosen.to)}, ${timeZone()} time. ` : '';
  return (
    <AdminPage
      title="Accounting"
      lead={`${days}${modeSentences[chosen.mode]}`}
      buttons={
        books === null ? null : (
          <>
            <FileLink to={`/admin/books.csv${filter}`} label="Export ledger" />
            <FileLink
              to={`/admin/books.csv${filter === '' ? '?' : `${filter}&`}report=taxes`}
              label="Export tax report"
            />
          </>
        )
      }
    >
      <RangePanel chosen={chosen} modes={books?.modes ?? []} problem={problem} />
      {books === null ? null : <BooksContent books={books} />}
    </AdminPage>
  );
}
