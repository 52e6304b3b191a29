import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';

import { shopAttention } from '#app/monitoring.server.ts';
import { averageOrder, type Figures } from '#modules/analytics/figures.ts';
import { totals } from '#modules/analytics/analytics.server.ts';
import { countText, type Waiting } from '#modules/analytics/dashboard.ts';
import { failingJobs, recentOrders, countWaiting } from '#modules/analytics/dashboard.server.ts';
import { shortDay } from '#shared/shop-time.ts';
import { formatCount, formatUsd, wholePrice } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';

import type { Route } from './+types/home.ts';
import { MetricCard, Metrics } from './figures/metric-card.tsx';
import { DataTable } from './components/list.tsx';
import { figuresLoader } from './admin-loader.server.ts';
import { recentOrderColumns } from './components/order-badges.tsx';
import { Empty, Page, Panel } from './components/page.tsx';
import { usePolling } from './components/use-polling.ts';

const shownOrders = 5;

/** Refresh interval of an open dashboard, in milliseconds. */
const refreshMs = 10_000;

export const loader = figuresLoader('the dashboard', async ({ ctx }) => ({
  ...(await totals(ctx.db, ctx.now())),
  waiting: await countWaiting(ctx.db, shopAttention),
  jobs: await failingJobs(ctx.db),
  orders: await recentOrders(ctx.db, shownOrders),
}));

function ShopMetrics({ figures, counted }: { figures: Figures; counted: string | null }) {
  const { revenueCents, orders, accounts, guests } = figures;
  const average = averageOrder(figures);
  return (
    <Metrics label="The shop in figures" counted={counted}>
      <MetricCard label="Total Revenue" value={formatUsd(revenueCents)}>
        Paid, less refunds
      </MetricCard>
      <MetricCard label="Total Orders" value={formatCount(orders)} />
      <MetricCard label="Total Customers" value={formatCount(accounts)}>
        {guests === 0 ? 'Accounts' : `Accounts, besides ${formatCount(guests)} guest${guests === 1 ? '' : 's'}`}
      </MetricCard>
      <MetricCard label="Avg Order Value" value={average === 0 ? wholePrice(0) : formatUsd(average)}>
        Of paid orders
      </MetricCard>
    </Metrics>
  );
}

function Overview({
  totals: figures,
  counted,
  waiting,
  jobs,
  orders,
}: NonNullable<Route.ComponentProps['loaderData']>) {
  const [atFirst] = useState(figures.orders);
  const more = Math.max(0, figures.orders - atFirst);
  const news = more === 0 ? '' : `${more} new order${more === 1 ? '' : 's'} since you opened this page`;
  return (
    <>
      <Needs waiting={waiting} jobs={jobs} />
      <ShopMetrics figures={figures} counted={counted} />
      <Panel
        title="Recent Orders"
        aside={
          <p role="status" className="text-sm text-soft">
            {news}
          </p>
        }
      >
        <DataTable
          caption="The 5 most recent orders"
          columns={recentOrderColumns}
          rows={orders}
          empty={<Empty title="No orders yet">The first one appears here by itself.</Empty>}
        />
      </Panel>
    </>
  );
}

const looks: Record<Waiting['urgency'], string> = {
  now: 'border-berry bg-blush hover:bg-petal',
  soon: 'border-line bg-white hover:border-berry',
};

function Pressing({ items }: { items: readonly Waiting[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {items.map(({ one, many, to, urgency, count, dueAt }) => (
        <li key={many}>
          <Link
            to={to}
            className={classes(
              'flex h-full min-h-20 items-center gap-4 rounded-card border p-4 transition-colors duration-150',
              looks[urgency],
            )}
          >
            <span className="font-display text-4xl text-berry">{countText(count)}</span>
            <span className="leading-snug">
              <span>{count === 1 ? one : many}</span>
              <span className="block text-sm text-soft">
                {dueAt === null ? null : `Answer the first by ${shortDay(dueAt)}`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Quiet({ items }: { items: readonly Waiting[] }) {
  if (items.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-soft">
      <CheckIcon className="size-4 text-leaf" />
      {items.map(({ many, to }) => (
        <Link key={many} to={to} className="inline-flex min-h-11 items-center hover:underline">
          {`No ${many}`}
        </Link>
      ))}
    </div>
  );
}

/** Background jobs that fail or are late. Their errors are in the shop's log. */
function FailingJobs({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="mb-3 rounded-card border border-berry bg-blush p-4">
      <ul className="grid gap-1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-soft">The error is in the shop’s log.</p>
    </div>
  );
}

/**
 * Tasks that wait for a person, most urgent first. Tasks with a count of 0 are listed small below.
 */
function Needs({ waiting, jobs }: { waiting: readonly Waiting[]; jobs: readonly string[] }) {
  const pressing = waiting.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="needs" className="mb-8">
      <h2 id="needs" className="mb-3 text-2xl">
        {pressing.length + jobs.length === 0 ? 'Nothing needs you right now' : 'What needs you now'}
      </h2>
      <FailingJobs sentences={jobs} />
      <Pressing items={pressing} />
      <Quiet items={waiting.filter(({ count }) => count === 0)} />
    </section>
  );
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  usePolling(refreshMs, revalidate);
  return (
    <Page title="Dashboard">
      {loaderData === null ? (
        <Empty title="The figures cannot be shown right now">This page asks for them again by itself.</Empty>
      ) : (
        <Overview {...loaderData} />
      )}
    </Page>
  );
}
