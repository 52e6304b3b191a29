import {
  averageOrder,
  growth,
  monthName,
  type Figures,
  type MonthFigures,
  type ProductFigures,
} from '#modules/analytics/figures.ts';
import { analytics } from '#modules/analytics/analytics.server.ts';
import { formatCount, formatUsd, wholePrice } from '#shared/money.ts';

import type { Route } from './+types/analytics.ts';
import { FigureTable } from './figures/figure-table.tsx';
import { MetricCard, Metrics } from './figures/metric-card.tsx';
import { MonthlyRevenue } from './figures/monthly-revenue.tsx';
import { figuresLoader } from './admin-loader.server.ts';
import { Empty, FileLink, Page, Panel } from './components/page.tsx';

export const loader = figuresLoader('the analytics', ({ ctx }) => analytics(ctx.db, ctx.now()));

const money = (cents: number) => (cents === 0 ? wholePrice(0) : formatUsd(cents));

type Metric = { label: string; of: (figures: Figures) => number; written: (value: number) => string };

const metrics: readonly Metric[] = [
  { label: 'Total Revenue', of: ({ revenueCents }) => revenueCents, written: money },
  { label: 'Total Orders', of: ({ orders }) => orders, written: formatCount },
  { label: 'Total Customers', of: ({ accounts }) => accounts, written: formatCount },
  { label: 'Avg Order Value', of: averageOrder, written: money },
];

type MonthlyMetricsProps = { totals: Figures; counted: string | null; before: MonthFigures; now: MonthFigures };

function MonthlyMetrics({ totals, counted, before, now }: MonthlyMetricsProps) {
  return (
    <Metrics label="The shop in figures, and how this month compares with the last" counted={counted}>
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
    <Panel title="Top products" aside={<p className="text-sm text-soft">By revenue, all time, paid orders</p>}>
      {rows.length === 0 ? (
        <Empty title="Nothing sold yet">What paid orders hold appears here.</Empty>
      ) : (
        <FigureTable
          caption="The 5 products with the most revenue"
          titles={['Product', 'Units', 'Revenue']}
          rows={rows}
        />
      )}
    </Panel>
  );
}

export default function AnalyticsPage({ loaderData }: Route.ComponentProps) {
  const [before, now] = loaderData?.months.slice(-2) ?? [];
  return (
    <Page
      title="Analytics"
      lead="Revenue is what paid orders brought, less what went back. Months are UTC."
      buttons={<FileLink to="/admin/analytics.csv" />}
    >
      {loaderData === null || before === undefined || now === undefined ? (
        <Empty title="The figures cannot be shown right now">Please open this page again in a moment.</Empty>
      ) : (
        <>
          <MonthlyMetrics totals={loaderData.totals} counted={loaderData.counted} before={before} now={now} />
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <MonthlyRevenue months={loaderData.months} />
            <TopProducts products={loaderData.products} />
          </div>
        </>
      )}
    </Page>
  );
}
