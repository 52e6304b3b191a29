import { z } from 'zod';

import { monthName } from '#modules/analytics/figures.ts';
import { readBooks, type TaxRow } from '#modules/books/books.server.ts';
import { readAgainRefusals } from '#modules/books/books.schema.ts';
import { readAgain } from '#modules/books/import-balance.server.ts';
import { dueCents, netCents } from '#modules/books/tax-report.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { countryName } from '#shared/countries.ts';
import { rangeRefusals } from '#shared/day-range.ts';
import { formatCount, formatUsd } from '#shared/money.ts';
import { shortDay, shortMoment, timeZone } from '#shared/shop-time.ts';

import { adminAction, parsed, replyTo } from '../forms/form-action.server.ts';
import type { Route } from './+types/books.ts';
import { adminLoader } from './admin-loader.server.ts';
import { booksQuery } from './books/books-query.ts';
import { IssuedPanel } from './books/issued-panel.tsx';
import { RangePanel } from './books/range-panel.tsx';
import { DifferencePanel, LedgerTotals, ProviderSums } from './books/totals.tsx';
import { FoldedForm } from './components/folded-form.tsx';
import { DataTable, Pager, type Column } from './components/list.tsx';
import { modeSentences } from './components/mode-labels.ts';
import { Empty, FileLink, Page, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const shopMode = withPayments(ctx).payments.mode;
  const chosen = booksQuery(query, { now: ctx.now(), shopMode });
  const typed = { period: null, from: query.text('from'), to: query.text('to'), mode: shopMode };
  if (!chosen.ok) return { chosen: typed, problem: rangeRefusals[chosen.reason], filter: query.filter, books: null };
  const { span, ...days } = chosen.value;
  const { taxes, ...books } = await readBooks(ctx.db, span, shopMode);
  const list = await query.list(async ({ offset, limit }) => taxes.slice(offset, offset + limit));
  const shown = { ...books, list };
  return { chosen: { ...days, mode: span.mode }, problem: null, filter: query.filter, books: shown };
});

const againInput = z.object({ day: z.string().default('') });

export const action = adminAction('/admin/books', {
  again: parsed(againInput, async ({ ctx, actor }, { day }) => {
    const withProvider = withPayments(ctx);
    const result = await readAgain(withProvider, actor, { mode: withProvider.payments.mode, day });
    const fields = { not_a_day: 'day', in_future: 'day', read_anyway: 'day' };
    return replyTo(result, readAgainRefusals, { success: 'The records are read again within ten minutes', fields });
  }),
});

const columns: Column<TaxRow & { id: string }>[] = [
  { title: 'Month', isHead: true, render: ({ month }) => monthName(month, 'long') },
  { title: 'Country', render: ({ country }) => (country === '' ? 'Unknown' : countryName(country)) },
  { title: 'State', render: ({ state }) => (state === '' ? '–' : state) },
  { title: 'Orders', isNumber: true, render: ({ orders }) => formatCount(orders) },
  { title: 'Net without tax', isNumber: true, render: (row) => formatUsd(netCents(row)) },
  { title: 'Tax', isNumber: true, render: ({ taxCents }) => formatUsd(taxCents) },
  { title: 'Returned tax', isNumber: true, render: ({ returnedTaxCents }) => formatUsd(returnedTaxCents) },
  { title: 'Tax due', isNumber: true, render: (row) => formatUsd(dueCents(row)) },
];

type Shown = NonNullable<Route.ComponentProps['loaderData']['books']>;

function readSentence({ readUntil }: Pick<Shown, 'readUntil'>): string {
  return readUntil === null
    ? 'The provider’s records are still being read for the first time.'
    : `The provider’s records are read up to ${shortMoment(readUntil)}.`;
}

function BooksContent({ books }: { books: Shown }) {
  const { totals, provider, difference, list, withoutMode, issued } = books;
  const rows = list.rows.map((row) => ({ ...row, id: `${row.month} ${row.country} ${row.state}` }));
  const waiting =
    withoutMode === 1 ? '1 order of an earlier version is' : `${withoutMode} orders of earlier versions are`;
  return (
    <>
      {withoutMode === 0 ? null : (
        <p className="mb-6 text-soft">
          {`${waiting} not counted until the provider’s records say whether the payment was live.`}
        </p>
      )}
      {difference === null ? null : <DifferencePanel difference={difference} />}
      <div className="mb-6 grid items-start gap-6 xl:grid-cols-2">
        <LedgerTotals totals={totals} provider={provider} />
        <ProviderSums totals={totals} provider={provider} read={readSentence(books)} />
      </div>
      <IssuedPanel issued={issued} />
      <Panel title="Taxes" aside={<p className="text-sm text-soft">By month, country and state of delivery</p>}>
        <DataTable
          caption="Tax report"
          columns={columns}
          rows={rows}
          empty={<Empty title="No sales on these days">Choose other dates above.</Empty>}
        />
        <Pager {...list.pages} by="pages" />
      </Panel>
      <div className="mt-6">
        <FoldedForm
          name="again"
          title="Read the provider’s records again"
          submit="Read again"
          fields={[
            {
              name: 'day',
              label: 'From this day on',
              kind: 'day',
              required: true,
              hint: 'For records that are missing here. Nothing that is stored changes.',
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
    <Page
      title="Books"
      lead={`${days}${modeSentences[chosen.mode]}`}
      buttons={
        books === null ? null : (
          <>
            <FileLink to={`/admin/books.csv${filter}`} label="Ledger CSV" />
            <FileLink to={`/admin/books.csv${filter === '' ? '?' : `${filter}&`}report=taxes`} label="Tax report CSV" />
          </>
        )
      }
    >
      <RangePanel chosen={chosen} modes={books?.modes ?? []} problem={problem} />
      {books === null ? null : <BooksContent books={books} />}
    </Page>
  );
}
