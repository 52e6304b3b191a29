import { useState } from 'react';
import { useRevalidator } from 'react-router';

import { shopAttention } from '#app/monitoring.server.ts';
import { averageOrder, type Figures } from '#modules/owner/analytics/rules.ts';
import { totals } from '#modules/owner/analytics/service.server.ts';
import { recentOrders, waiting } from '#modules/owner/dashboard/service.server.ts';
import { formatCount, formatUsd, wholePrice } from '#shared/money.ts';

import type { Route } from './+types/home.ts';
import { MetricCard, Metrics } from './figures/metric-card.tsx';
import { Needs } from './figures/needs.tsx';
import { DataTable } from './parts/list.tsx';
import { figuresLoader } from './parts/loader.server.ts';
import { recentOrderColumns } from './parts/order-badges.tsx';
import { Empty, Page, Panel } from './parts/page.tsx';
import { useLookAgain } from './parts/use-look-again.ts';

const shownOrders = 5;

/** How often an open dashboard asks for what is new, in milliseconds. */
const refreshMs = 10_000;

export const loader = figuresLoader('the dashboard', async ({ ctx }) => ({
  figures: await totals(ctx.db),
  waiting: await waiting(ctx.db, shopAttention),
  orders: await recentOrders(ctx.db, shownOrders),
}));

function ShopMetrics({ figures }: { figures: Figures }) {
  const { revenueCents, orders, accounts, guests } = figures;
  const average = averageOrder(figures);
  return (
    <Metrics label="The shop in figures">
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

function Overview({ figures, waiting, orders }: NonNullable<Route.ComponentProps['loaderData']>) {
  const [atFirst] = useState(figures.orders);
  const more = Math.max(0, figures.orders - atFirst);
  const news = more === 0 ? '' : `${more} new order${more === 1 ? '' : 's'} since you opened this page`;
  return (
    <>
      <Needs waiting={waiting} />
      <ShopMetrics figures={figures} />
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

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useLookAgain(refreshMs, revalidate);
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
