import { ageText } from '#modules/analytics/dashboard.ts';
import { returnCode, returnQueues, countUnits, unitsLabel } from '#modules/orders/returns.ts';
import { countWaitingReturns, findReturns, type ListedReturn } from '#modules/orders/returns.server.ts';
import { shortDay } from '#shared/shop-time.ts';

import { optionsOf } from '../forms/form-fields.tsx';
import { adminLoader } from './admin-loader.server.ts';
import type { Route } from './+types/returns.ts';
import { StateBadge } from './components/badge.tsx';
import { listLoadError } from './components/load-errors.tsx';
import { List, type Column } from './components/list.tsx';
import { Page } from './components/page.tsx';
import { nextSteps, stageBadges } from './orders/return-stages.ts';

type ReturnRow = ListedReturn & { age: string };

export const loader = adminLoader(async ({ ctx, query }) => {
  const queue = query.choice('state', returnQueues);
  const [list, waiting] = await Promise.all([
    query.list(async (limits) => {
      const rows = await findReturns(ctx, { queue, ...limits });
      return rows.map((row): ReturnRow => ({ ...row, age: ageText(row.since, ctx.now()) }));
    }),
    countWaitingReturns(ctx.db),
  ]);
  return { list, waiting };
});

const stateLabels = {
  waiting: 'Waiting for you',
  label: 'Needs a label',
  coming: 'On its way',
  received: 'To refund',
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
  { title: 'Order', render: ({ orderNumber }) => <span className="whitespace-nowrap">{orderNumber}</span> },
  {
    title: 'Customer',
    render: ({ customer }) => (
      <span className="wrap-anywhere">{`${customer.firstName} ${customer.lastName}`.trim() || 'Unknown'}</span>
    ),
  },
  { title: 'Comes back', render: ({ lines }) => unitsLabel(countUnits(lines)) },
  { title: 'State', render: ({ stage }) => <StateBadge of={stageBadges[stage]} /> },
  { title: 'Since', render: (one) => (isDone(one) ? shortDay(one.since) : one.age) },
  { title: 'Next step', render: ({ stage }) => <span className="text-right @3xl:text-left">{nextSteps[stage]}</span> },
];

export default function ReturnsPage({ loaderData: { list, waiting } }: Route.ComponentProps) {
  const lead = waiting === 0 ? 'No return is waiting for you.' : `${waiting} waiting for you.`;
  return (
    <Page title="Returns" lead={lead}>
      <List
        list={list}
        caption="Returns"
        search={{ label: 'Return code or order number', hint: 'Finds returns in every state' }}
        choices={[{ name: 'state', label: 'State', options: optionsOf(stateLabels) }]}
        empty={{
          title: 'No returns here',
          none: 'No return fits. Try another state, or the code on its slip.',
          firstTitle: 'No return is waiting for you',
          first: 'Returns that customers announce appear here. You can also open one from its order.',
        }}
        columns={columns}
      />
    </Page>
  );
}

export const ErrorBoundary = listLoadError({ title: 'Returns', failure: 'The returns could not be loaded' });
