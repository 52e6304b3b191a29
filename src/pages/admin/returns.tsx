import { ageText } from '#modules/analytics/dashboard.ts';
import { returnCode, returnQueues, countUnits, unitsLabel } from '#modules/orders/returns.ts';
import { findReturns, type ListedReturn } from '#modules/orders/returns.server.ts';
import { countWaitingReturns } from '#modules/orders/returns.queries.server.ts';
import { shortDay } from '#shared/shop-time.ts';

import { optionsOf } from '../forms/form-fields.tsx';
import { adminLoader } from './admin-loader.server.ts';
import type { Route } from './+types/returns.ts';
import { StateBadge } from './components/badge.tsx';
import { listLoadError } from './components/load-errors.tsx';
import { List, type Column } from './components/list.tsx';
import { AdminPage } from './components/page.tsx';
import { nextSteps, stageBadges } from './orders/return-stages.ts';

type ReturnRow = ListedReturn & { age: string };

export const loader = adminLoader(async ({ ctx, query }) => {
  const queue = query.choice('state', returnQueues);
  const [list, waiting] = await Promise.all([
    query.list(async (limits) => {
      const found = await findReturns(ctx, { queue, ...limits });
      return { ...found, rows: found.rows.map((row): ReturnRow => ({ ...row, age: ageText(row.since, ctx.now()) })) };
    }),
    countWaitingReturns(ctx.db),
  ]);
  return { list, waiting };
});

const stateLabels = {
  waiting: 'Needs action',
  label: 'Needs a label',
  coming: 'In transit',
  received: 'Needs a refund',
  refunded: 'Refunded',
  closed: 'Closed',
  all: 'All',
};

const isDone = ({ stage }: ListedReturn) => stage === 'refunded' || stage === 'closed';

const columns: Column<ReturnRow>[] = [
  {
    title: 'Return',
    isHead: true,
    to: ({ orderNumber, id }) => `/admin/orders/${orderNumber}#${returnCode(id)}`,
    render: ({ id }) => returnCode(id),
  },
  {
    title: 'Order',
    sortBy: 'order',
    render: ({ orderNumber }) => <span className="whitespace-nowrap">{orderNumber}</span>,
  },
  {
    title: 'Customer',
    render: ({ customer }) => (
      <span className="wrap-anywhere">{`${customer.firstName} ${customer.lastName}`.trim() || 'Unknown'}</span>
    ),
  },
  { title: 'Items', render: ({ lines }) => unitsLabel(countUnits(lines)) },
  { title: 'Status', render: ({ stage }) => <StateBadge of={stageBadges[stage]} /> },
  { title: 'Since', sortBy: '-waiting', render: (one) => (isDone(one) ? shortDay(one.since) : one.age) },
  { title: 'Next step', render: ({ stage }) => <span className="text-right @3xl:text-left">{nextSteps[stage]}</span> },
];

export default function ReturnsPage({ loaderData: { list, waiting } }: Route.ComponentProps) {
  const lead = waiting === 0 ? 'No returns need action.' : `${waiting} need action.`;
  return (
    <AdminPage title="Returns" lead={lead}>
      <List
        list={list}
        caption="Returns"
        search={{ label: 'Return code or order number', hint: 'Searches returns in every status' }}
        choices={[{ name: 'state', label: 'Status', options: optionsOf(stateLabels) }]}
        empty={{
          title: 'No returns here',
          none: 'Try another status, or search for the code on the return slip.',
          firstTitle: 'No returns need action',
          first: 'Return requests from customers appear here. You can also open a return from an order.',
        }}
        columns={columns}
      />
    </AdminPage>
  );
}

export const ErrorBoundary = listLoadError({ title: 'Returns', failure: 'Failed to load returns' });
