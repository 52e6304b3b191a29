import { growth, monthName, type Figures, type MonthFigures, type ProductFigures } from '#modules/analytics/figures.ts';
import { analytics } from '#modules/analytics/analytics.server.ts';
import { salesFigures } from '#modules/analytics/sales-figures.server.ts';
import { averageOrder, revenueOf } from '#modules/orders/sales-days.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';
import { formatCount, formatUsd, wholePrice } from '#shared/money.ts';
import { toShopDate } from '#shared/shop-time.ts';
import { timeZone } from '#shared/shop-zone.ts';

import type { Route } from './+types/analytics.ts';
import { FigureTable } from './figures/figure-table.tsx';
import { figuresQuery, queryParams } from './figures/figures-query.ts';
import { MetricCard, Metrics } from './figures/metric-card.tsx';
import { MonthlyRevenue } from './figures/monthly-revenue.tsx';
import { RangeForm } from './figures/range-form.tsx';
import { daysText, RevenueChart, SalesCards, SalesTables } from './figures/sales-panels.tsx';
import { figuresLoader } from './admin-loader.server.ts';
import { modeSentences } from './components/mode-labels.ts';
import { Empty, FileLink, AdminPage, Panel } from './components/page.tsx';

/** Returns the figures since the shop opened, and those of the days that the address names. */
export const loader = figuresLoader('the analytics', async ({ ctx, query }) => {
  const now = ctx.now();
  const shopMode = withPayments(ctx).payments.mode;
  const chosen = figuresQuery(query, { now, shopMode });
  const [overall, sales] = await Promise.all([
    analytics(ctx.db, { mode: chosen.ok ? chosen.value.mode : shopMode, now }),
    chosen.ok ? salesFigures(ctx.db, chosen.value, shopMode) : null,
  ]);
  const typed = { from: query.text('from'), to: query.text('to') };
  return {
    ...overall,
    today: toShopDate(now),
    sales: chosen.ok && sales !== null ? { chosen: chosen.value, figures: sales } : null,
    typed,
    problem: chosen.ok ? null : rangeRefusals[chosen.reason],
  };
});

const money = (cents: number) => (cents === 0 ? wholePrice(0) : formatUsd(cents));

type Metric = { label: string; of: (figures: Figures) => number; written: (value: number) => string };

const metrics: readonly Metric[] = [
  { label: 'Total Revenue', of: revenueOf, written: money },
  { label: 'Total Orders', of: ({ orders }) => orders, written: formatCount },
  { label: 'Total Customers', of: ({ accounts }) => accounts, written: formatCount },
  { label: 'Avg Order Value', of: averageOrder, written: money },
];

type MonthlyMetricsProps = { totals: Figures; before: MonthFigures; now: MonthFigures };

function MonthlyMetrics({ totals, before, now }: MonthlyMetricsProps) {
  return (
    <Metrics label="Shop totals, with this month compared with last month">
      {metrics.map(({ label, of, written }) => (
        <MetricCard key={label} label={label} value={written(of(totals))} growth={growth(of(before), of(now))}>
          {`${written(of(now))} in ${monthName(now.month, 'long')} so far, ${written(of(before))} in ${monthName(before.month, 'long')}`}
        </MetricCard>
      ))}
    </Metrics>
  );
}

/** Products with the highest revenue since the shop opened. */
function TopProducts({ products }: { products: readonly ProductFigures[] }) {
  const rows = products.map(({ productId, name, units, revenueCents }, index) => ({
    key: productId,
    head: `${index + 1}. ${name}`,
    figures: [formatCount(units), formatUsd(revenueCents)],
  }));
  return (
    <Panel title="Top products" aside={<p className="text-sm text-soft">By revenue, all time</p>}>
      {rows.length === 0 ? (
        <Empty title="No sales yet">Products from paid orders appear here.</Empty>
      ) : (
        <FigureTable caption="Top 5 products by revenue" titles={['Product', 'Units', 'Revenue']} rows={rows} />
      )}
    </Panel>
  );
}

type Data = NonNullable<Route.ComponentProps['loaderData']>;

/** Figures of the chosen days. */
function RangeFigures({ sales, typed, problem, today, totals }: Data) {
  const params = sales === null ? {} : queryParams(sales.chosen);
  const { from, to } = sales?.chosen.days ?? typed;
  const isEmpty = sales !== null && sales.figures.total.orders === 0 && sales.figures.total.refundedCents === 0;
  return (
    <>
      <RangeForm params={params} from={from} to={to} modes={sales?.figures.modes ?? []} problem={problem} />
      {sales === null ? null : <SalesCards {...sales} />}
      {sales === null || isEmpty ? null : (
        <>
          <RevenueChart {...sales} params={params} today={today} />
          <SalesTables {...sales} />
        </>
      )}
      {isEmpty ? (
        <div className="mb-6">
          <Empty title={totals.orders === 0 ? 'No orders yet' : 'No sales in this period'}>
            {totals.orders === 0 ? 'Figures appear here after the first order.' : 'Choose different dates above.'}
          </Empty>
        </div>
      ) : null}
    </>
  );
}

/** States how the revenue is counted. */
const allTimeLead = () =>
  `Revenue is what customers paid, with shipping and tax, minus refunds. Months use ${timeZone()} time.`;

function lead(data: Data | null): string {
  const chosen = data?.sales?.chosen;
  return chosen === undefined ? '' : `${daysText(chosen.days)}, ${timeZone()} time. ${modeSentences[chosen.mode]}`;
}

export default function AnalyticsPage({ loaderData }: Route.ComponentProps) {
  const [before, now] = loaderData?.months.slice(-2) ?? [];
  const sales = loaderData?.sales ?? null;
  const params = sales === null ? null : new URLSearchParams(queryParams(sales.chosen));
  return (
    <AdminPage
      title="Analytics"
      lead={lead(loaderData)}
      buttons={
        <>
          {params === null ? null : (
            <FileLink to={`/admin/analytics.csv?report=days&${params.toString()}`} label="Export this period" />
          )}
          <FileLink to={`/admin/analytics.csv${sales === null ? '' : `?mode=${sales.chosen.mode}`}`} />
        </>
      }
    >
      {loaderData === null || before === undefined || now === undefined ? (
        <Empty title="Can’t load the figures right now">Reload the page in a moment.</Empty>
      ) : (
        <>
          <RangeFigures {...loaderData} />
          <h2 className="text-3xl">All time</h2>
          <p className="mt-1 mb-4 text-soft">{allTimeLead()}</p>
          <MonthlyMetrics totals={loaderData.totals} before={before} now={now} />
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <MonthlyRevenue months={loaderData.months} />
            <TopProducts products={loaderData.products} />
          </div>
        </>
      )}
    </AdminPage>
  );
}
