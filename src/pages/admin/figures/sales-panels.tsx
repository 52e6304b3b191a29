import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { growth, type Growth } from '#modules/analytics/figures.ts';
import {
  dimensionNames,
  figureDimensions,
  keyName,
  ordersAddress,
  possibleSteps,
  type Bar,
  type Days,
  type FigureDimension,
  type KeySales,
  type Sales,
  type Interval,
} from '#modules/analytics/sales-figures.ts';
import type { SalesFigures } from '#modules/analytics/sales-figures.server.ts';
import { averageOrder, revenueOf } from '#modules/orders/sales-days.ts';
import { formatCount, formatUsd } from '#shared/money.ts';
import { longDay, shortDay } from '#shared/shop-time.ts';

import { Badge, type Tone } from '../components/badge.tsx';
import { Panel } from '../components/page.tsx';
import { BarPlot } from './bar-plot.tsx';
import { FigureTable } from './figure-table.tsx';
import type { FiguresQuery } from './figures-query.ts';
import { StepChoice, type Params } from './range-form.tsx';

/** Query and figures of the page. */
type Shown = { chosen: FiguresQuery; figures: SalesFigures };

export const daysText = ({ from, to }: Days) => (from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`);

const ordersText = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);

const link = 'inline-flex min-h-11 items-center text-berry underline underline-offset-4';

type Figure = {
  label: string;
  of: (sales: Sales) => number;
  write: (value: number) => string;
  /** How the figure is counted. */
  counted: string;
  /** True if more of it is no success. */
  isLoss?: boolean;
  rows: (shown: Shown) => ReactNode;
};

/** Link to the orders that a figure counts. Their number is that of the list. */
const openOrders = (counted: 'sold' | 'paid' | 'refunded', count: (figures: SalesFigures) => number) =>
  function OpenOrders({ chosen, figures }: Shown) {
    const found = count(figures);
    if (found === 0) return null;
    return <Link to={ordersAddress(chosen, { counted })} className={link}>{`Open ${ordersText(found)}`}</Link>;
  };

const openPaid = openOrders('paid', ({ total }) => total.paidOrders);
const openSold = openOrders('sold', ({ total }) => total.orders);

const average = ({ grossCents, paidOrders }: Sales) => averageOrder({ grossCents, paidOrders });

const shownFigures: readonly Figure[] = [
  {
    label: 'Gross sales',
    of: ({ grossCents }) => grossCents,
    write: formatUsd,
    counted:
      'What customers paid for orders placed in this period, including shipping and tax. Refunds aren’t subtracted. Matches sales, shipping and tax under Accounting.',
    rows: openPaid,
  },
  {
    label: 'Refunds',
    of: ({ refundedCents }) => refundedCents,
    write: formatUsd,
    counted: 'Refunds and lost disputes in this period, including tax, for orders from any date. Matches Accounting.',
    isLoss: true,
    rows: openOrders('refunded', ({ refundedOrders }) => refundedOrders),
  },
  {
    label: 'Revenue',
    of: revenueOf,
    write: formatUsd,
    counted: 'Gross sales minus refunds. Accounting shows it as “Received from customers.”',
    rows: ({ chosen: { days, mode } }) => (
      <Link to={`/admin/books?from=${days.from}&to=${days.to}&mode=${mode}`} className={link}>
        Open Accounting
      </Link>
    ),
  },
  {
    label: 'Orders',
    of: ({ orders }) => orders,
    write: formatCount,
    counted: 'Paid and free orders placed in this period, including orders cancelled or refunded later.',
    rows: openSold,
  },
  {
    label: 'Average order',
    of: average,
    write: formatUsd,
    counted: 'Gross sales divided by the number of paid orders. Free orders aren’t counted.',
    rows: openPaid,
  },
  {
    label: 'Units',
    of: ({ units }) => units,
    write: formatCount,
    counted: 'Units in paid and free orders from this period. Returned units aren’t subtracted.',
    rows: openSold,
  },
];

function toneOf({ direction }: Growth, isLoss: boolean): Tone {
  if (direction === 'level') return 'plain';
  return (direction === 'up') === isLoss ? 'warn' : 'good';
}

function FigureCard({ figure, shown }: { figure: Figure; shown: Shown }) {
  const { label, of, write, counted, isLoss = false, rows } = figure;
  const { total, before } = shown.figures;
  const { compared } = shown.chosen;
  const change = before === null ? null : growth(of(before), of(total));
  return (
    <div className="rounded-card border border-line bg-white p-5">
      <dt className="flex flex-wrap items-center justify-between gap-2 text-soft">
        <span>{label}</span>
        {change === null ? null : <Badge tone={toneOf(change, isLoss)}>{change.text}</Badge>}
      </dt>
      <dd className="mt-1 font-display text-3xl wrap-anywhere tabular-nums">{write(of(total))}</dd>
      {before === null || compared === null ? null : (
        <dd className="mt-1 text-sm text-soft">{`${write(of(before))} in ${daysText(compared)}`}</dd>
      )}
      <dd className="mt-1">{rows(shown)}</dd>
      <dd className="text-sm">
        <details>
          <summary className="inline-flex min-h-11 items-center text-soft hover:underline">How it’s calculated</summary>
          <p className="text-soft">{counted}</p>
        </details>
      </dd>
    </div>
  );
}

/** Figures of the range, each with its change, how it is counted, and its rows. */
export function SalesCards(shown: Shown) {
  return (
    <dl aria-label="Figures for this period" className="mb-6 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {shownFigures.map((figure) => (
        <FigureCard key={figure.label} figure={figure} shown={shown} />
      ))}
    </dl>
  );
}

const monthOf = (day: string, month: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-US', { month, year: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** Name of a bar in the table: a day, the days of a week, or 'November 2026'. */
export function barName({ from, to }: Days, step: Interval): string {
  if (step === 'day') return longDay(from);
  return step === 'week' ? daysText({ from, to }) : monthOf(from, 'long');
}

const dayAndMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortName = (bar: Bar, step: Interval) =>
  step === 'month' ? monthOf(bar.from, 'short').replace(/ 20(\d\d)$/, ' ’$1') : dayAndMonth.format(new Date(bar.from));

/** Sentences below the chart about its marks. */
function chartNotes({ chosen, figures }: Shown, isGoingOn: boolean): string {
  const { compared } = chosen;
  const isLined = compared !== null && figures.barsBefore.length > 0;
  const notes = [isLined ? `Line: ${daysText(compared)}.` : '', isGoingOn ? 'Striped bar: still in progress.' : ''];
  return notes.filter((one) => one !== '').join(' ');
}

/** Revenue of the range as table, latest first, beside the compared days where there are any. */
function BarTable({ chosen: { step }, figures: { bars, barsBefore } }: Shown) {
  const isCompared = barsBefore.length > 0;
  const rows = bars.map((bar, index) => {
    const before = barsBefore[index];
    const compared = isCompared ? [before === undefined ? '' : formatUsd(revenueOf(before))] : [];
    return {
      key: bar.from,
      head: barName(bar, step),
      figures: [formatUsd(revenueOf(bar)), ...compared, formatUsd(bar.refundedCents), formatCount(bar.orders)],
    };
  });
  return (
    <FigureTable
      caption={`Revenue over time, ${step} by ${step}`}
      titles={['Days', 'Revenue', ...(isCompared ? ['Previous revenue'] : []), 'Refunds', 'Orders']}
      rows={rows.toReversed()}
    />
  );
}

/** Revenue of the range as chart and table. `today` is not over yet. */
export function RevenueChart({ chosen, figures, params, today }: Shown & { params: Params; today: string }) {
  const { days, step } = chosen;
  const { bars, barsBefore } = figures;
  const plotted = bars.map((bar, index) => ({
    key: bar.from,
    cents: revenueOf(bar),
    before: barsBefore[index] === undefined ? undefined : revenueOf(barsBefore[index]),
    name: shortName(bar, step),
    isGoingOn: bar.from <= today && today <= bar.to,
  }));
  const highest = bars.toSorted((a, b) => revenueOf(b) - revenueOf(a))[0];
  const label =
    highest === undefined
      ? 'No revenue'
      : `Revenue from ${daysText(days)}, highest with ${formatUsd(revenueOf(highest))}: ${barName(highest, step)}`;
  const notes = chartNotes(
    { chosen, figures },
    plotted.some(({ isGoingOn }) => isGoingOn),
  );
  return (
    <Panel
      title="Revenue over time"
      aside={<StepChoice params={params} possible={possibleSteps(days)} />}
      className="mb-6"
    >
      <BarPlot bars={plotted} label={label} isBroad />
      {notes === '' ? null : <p className="mt-2 text-sm text-soft">{notes}</p>}
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center text-berry hover:underline">Show as table</summary>
        <BarTable chosen={chosen} figures={figures} />
      </details>
    </Panel>
  );
}

const [shownRows, maxRows] = [10, 100];
const titles = (dimension: FigureDimension) => [dimensionNames[dimension], 'Orders', 'Revenue', 'Average', 'Refunds'];

function DimensionTable({
  chosen,
  dimension,
  rows,
}: Pick<Shown, 'chosen'> & { dimension: FigureDimension; rows: readonly KeySales[] }) {
  return (
    <FigureTable
      caption={`Figures by ${dimensionNames[dimension].toLowerCase()}`}
      titles={titles(dimension)}
      wideOnly={3}
      rows={rows.map((row) => ({
        key: row.key,
        head: keyName(dimension, row.key),
        figures: [
          row.orders === 0 ? (
            '0'
          ) : (
            <Link
              to={ordersAddress(chosen, { counted: 'sold', by: { dimension, key: row.key } })}
              aria-label={`Open ${ordersText(row.orders)}: ${keyName(dimension, row.key)}`}
              className={link}
            >
              {formatCount(row.orders)}
            </Link>
          ),
          formatUsd(revenueOf(row)),
          formatUsd(average(row)),
          formatUsd(row.refundedCents),
        ],
      }))}
    />
  );
}

const dimensionNotes: Record<FigureDimension, string> = {
  code: 'BACK-* groups all single-customer codes.',
  source:
    'Where the visit that led to the order started. “Not recorded” covers older orders and visitors who opted out.',
  state: 'Shipping state or country, as in the tax report.',
  device: 'Device used to start checkout, as reported by the browser.',
};

function DimensionPanel({ chosen, figures, dimension }: Shown & { dimension: FigureDimension }) {
  const rows = figures.by[dimension];
  const more = rows.slice(shownRows, maxRows);
  return (
    <Panel title={`By ${dimensionNames[dimension].toLowerCase()}`}>
      <DimensionTable chosen={chosen} dimension={dimension} rows={rows.slice(0, shownRows)} />
      {more.length === 0 ? null : (
        <details className="mt-3">
          <summary className="inline-flex min-h-11 items-center text-berry hover:underline">
            {`Show ${formatCount(more.length)} more`}
          </summary>
          <DimensionTable chosen={chosen} dimension={dimension} rows={more} />
        </details>
      )}
      {rows.length > maxRows ? (
        <p className="mt-2 text-sm text-soft">{`Export the CSV to see all ${formatCount(rows.length)}.`}</p>
      ) : null}
      <p className="mt-3 text-sm text-soft">{dimensionNotes[dimension]}</p>
    </Panel>
  );
}

/** Figures of the range by code, source, state and device. */
export function SalesTables(shown: Shown) {
  return (
    <div className="mb-6 grid items-start gap-6 xl:grid-cols-2">
      {figureDimensions.map((dimension) => (
        <DimensionPanel key={dimension} {...shown} dimension={dimension} />
      ))}
    </div>
  );
}
