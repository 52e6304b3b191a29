import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';

import { shopAttention } from '#app/monitoring-registry.server.ts';
import type { Figures } from '#modules/analytics/figures.ts';
import { totals } from '#modules/analytics/analytics.server.ts';
import { ageText, countText, type AlertCount } from '#modules/analytics/dashboard.ts';
import { backgroundTroubles, recentOrders, type Trouble } from '#modules/analytics/dashboard.server.ts';
import { countAlerts } from '#modules/analytics/dashboard.queries.server.ts';
import { averageOrder, revenueOf } from '#modules/orders/sales-days.ts';
import { sendsMail } from '#modules/email/send-mail.server.ts';
import { isLaunching } from '#modules/settings/launch.server.ts';
import { withPayments } from '#modules/payments/payments.server.ts';
import { shortDay } from '#shared/shop-time.ts';
import { formatCount, formatUsd, wholePrice } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';

import type { Route } from './+types/home.ts';
import { MetricCard, Metrics } from './figures/metric-card.tsx';
import { DataTable } from './components/list.tsx';
import { figuresLoader } from './admin-loader.server.ts';
import { recentOrderColumns } from './components/order-badges.tsx';
import { Empty, AdminPage, Panel } from './components/page.tsx';
import { usePolling } from './components/use-polling.ts';
import { readChecklist } from './launch-checks.server.ts';
import { checklistProgress } from './launch-checklist.ts';
import { OpenSteps } from './open-steps.tsx';

const shownOrders = 5;

/** Refresh interval of an open dashboard, in milliseconds. */
const refreshMs = 10_000;

export const loader = figuresLoader('the dashboard', async ({ ctx }) => {
  const isSettingUp = await isLaunching(ctx);
  const waiting = await countAlerts(ctx.db, shopAttention(ctx.settings, isSettingUp));
  const items = waiting.filter(({ count }) => count > 0);
  return {
    checklist: isSettingUp ? checklistProgress((await readChecklist(ctx)).sections) : null,
    totals: await totals(ctx.db, { mode: withPayments(ctx).payments.mode, now: ctx.now() }),
    items: items.map((item) => ({ ...item, age: item.since === null ? null : ageText(item.since, ctx.now()) })),
    troubles: await backgroundTroubles(ctx.db, sendsMail(ctx)),
    orders: await recentOrders(ctx.db, shownOrders),
  };
});

function ShopMetrics({ figures }: { figures: Figures }) {
  const { refundedCents, orders, accounts, guests } = figures;
  const average = averageOrder(figures);
  return (
    <Metrics label="Shop totals">
      <MetricCard label="Total Revenue" value={formatUsd(revenueOf(figures))}>
        {refundedCents === 0 ? null : `After refunds of ${formatUsd(refundedCents)}`}
      </MetricCard>
      <MetricCard label="Total Orders" value={formatCount(orders)} />
      <MetricCard label="Total Customers" value={formatCount(accounts)}>
        {guests === 0 ? 'Accounts' : `With an account, plus ${formatCount(guests)} guest${guests === 1 ? '' : 's'}`}
      </MetricCard>
      <MetricCard label="Avg Order Value" value={average === 0 ? wholePrice(0) : formatUsd(average)}>
        Of paid orders
      </MetricCard>
    </Metrics>
  );
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']>;

/** Home of a shop that is being set up: what went wrong, then the next steps. */
function SetUp({ items, troubles, checklist }: Loaded & { checklist: NonNullable<Loaded['checklist']> }) {
  const { open, done, all } = checklist;
  return (
    <>
      {items.length + troubles.length === 0 ? null : <Needs items={items} troubles={troubles} isAll={false} />}
      <OpenSteps sections={open} done={done.length} all={all} />
    </>
  );
}

function Overview({ totals: figures, items, troubles, orders }: Loaded) {
  const [atFirst] = useState(figures.orders);
  const more = Math.max(0, figures.orders - atFirst);
  const news = more === 0 ? '' : `${more} new order${more === 1 ? '' : 's'} since you opened this page`;
  return (
    <>
      <Needs items={items} troubles={troubles} isAll />
      <ShopMetrics figures={figures} />
      <Panel
        title="Recent orders"
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
          empty={<Empty title="No orders yet">New orders appear here automatically.</Empty>}
        />
      </Panel>
    </>
  );
}

const dots: Record<AlertCount['urgency'], string> = { now: 'bg-berry', soon: 'bg-amber-500' };

type Item = AlertCount & { age: string | null };

/** Deadline of the first, or the age of the oldest. */
function itemNote({ count, age, dueAt }: Item): string {
  if (dueAt !== null) return `Respond ${count === 1 ? '' : 'to the first '}by ${shortDay(dueAt)}`;
  if (age === null) return '';
  return count === 1 ? age : `Oldest ${age}`;
}

const row = 'flex min-h-11 flex-wrap items-baseline gap-x-3 px-4 py-2.5';

function WaitingRow({ item }: { item: Item }) {
  const { one, many, to, urgency, count } = item;
  const content = (
    <>
      <span aria-hidden className={classes('size-2 self-center rounded-full', dots[urgency])} />
      <span className="font-medium">{`${countText(count)} ${count === 1 ? one : many}`}</span>
      <span className="ml-auto text-sm text-soft">{itemNote(item)}</span>
    </>
  );
  if (to === null) return <div className={row}>{content}</div>;
  return (
    <Link to={to} className={classes(row, 'hover:bg-cream')}>
      {content}
    </Link>
  );
}

/** Background work that failed or was refused, with its reason. */
function TroubleRow({ trouble: { sentence, to } }: { trouble: Trouble }) {
  const content = (
    <>
      <span aria-hidden className={classes('size-2 self-center rounded-full', dots.now)} />
      <span className="min-w-0 flex-1 wrap-anywhere">{sentence}</span>
    </>
  );
  if (to === null) return <div className={row}>{content}</div>;
  return (
    <Link to={to} className={classes(row, 'hover:bg-cream')}>
      {content}
    </Link>
  );
}

/** `isAll` says that the other checks passed. */
type NeedsProps = { items: readonly Item[]; troubles: readonly Trouble[]; isAll: boolean };

/** Everything that waits for a person, most urgent first. */
function Needs({ items, troubles, isAll }: NeedsProps) {
  const isClear = items.length + troubles.length === 0;
  return (
    <section aria-labelledby="needs" className="mb-8">
      <h2 id="needs" className="mb-3 text-2xl">
        {isClear ? 'You’re all caught up' : 'Needs your attention'}
      </h2>
      {isClear ? null : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white">
          {troubles.map((trouble) => (
            <li key={trouble.sentence}>
              <TroubleRow trouble={trouble} />
            </li>
          ))}
          {items.map((item) => (
            <li key={item.many}>
              <WaitingRow item={item} />
            </li>
          ))}
        </ul>
      )}
      {isAll ? (
        <p className="mt-3 flex items-center gap-2 text-sm text-soft">
          <CheckIcon className="size-4 text-leaf" />
          <span>{isClear ? 'All checks passed' : 'All other checks passed'}</span>
        </p>
      ) : null}
    </section>
  );
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const checklist = loaderData?.checklist ?? null;
  // The checklist asks name servers, and changes only when the owner does something.
  usePolling(refreshMs, async () => (checklist === null ? revalidate() : undefined));
  return (
    <AdminPage title={checklist === null ? 'Dashboard' : 'Open your shop'}>
      {loaderData === null ? (
        <Empty title="Can’t load the figures right now">This page will try again automatically.</Empty>
      ) : checklist === null ? (
        <Overview {...loaderData} />
      ) : (
        <SetUp {...loaderData} checklist={checklist} />
      )}
    </AdminPage>
  );
}
