import { use, useState } from 'react';
import { Link, useNavigation, useRevalidator } from 'react-router';

import { freeDemoCode } from '#modules/discounts/edit-codes.server.ts';
import { placedRange } from '#modules/orders/list-orders.ts';
import { orderPageSize, readFilter } from '#modules/orders/list-orders.server.ts';
import { findNewestOrderNumber, findOrderPage } from '#modules/orders/list-orders.queries.server.ts';
import { orderStatuses, statusLabel, type PaymentStatus } from '#modules/orders/order-status.ts';
import { countQueues } from '#modules/orders/ship-orders.server.ts';
import { queueMax } from '#modules/orders/ship-orders.ts';
import { call } from '#modules/api-client.ts';
import { listUsedTags } from '#modules/team-notes/team-notes.queries.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';
import { isUuid } from '#shared/uuid.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

import { adminAction } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import { FormNotice, type FormOutcome } from '../forms/form-notice.tsx';
import { CanSubmitContext } from '../forms/can-submit.ts';
import type { Route } from './+types/orders.ts';
import { ActionMenu, type MenuEntry } from './orders/action-menu.tsx';
import { figureChoices } from './orders/figure-choices.ts';
import { orderHeadings, OrderTable } from './orders/order-table.tsx';
import { BulkStatusForm, statusForm, statusFormId } from './orders/status-form.tsx';
import { updateStatus } from './orders/update-status.server.ts';
import { listLoadError } from './components/load-errors.tsx';
import { List } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage, Panel } from './components/page.tsx';
import { tagChoices } from './components/team-notes.tsx';
import { useSelection } from './components/selection.tsx';
import { usePolling } from './components/use-polling.ts';
import { useCanOpenPage } from './use-permissions.ts';

export const loader = adminLoader(async ({ ctx, query: { searchParams, filter, list: listWith } }) => {
  const criteria = await readFilter(ctx, searchParams);
  const { customer } = criteria;
  const [list, newest, queues, tags] = await Promise.all([
    listWith(({ page }) => findOrderPage(ctx.db, criteria, page), orderPageSize),
    findNewestOrderNumber(ctx.db),
    countQueues(ctx.db),
    listUsedTags(ctx.db, 'order'),
  ]);
  const placed = placedRange(searchParams);
  const problem = placed.ok ? null : rangeRefusals[placed.reason];
  const figure = figureChoices(criteria);
  const testCode = freeDemoCode(ctx.settings.shopMode);
  return { filter, list, tags, queues, newest, customer, figure, rangeProblem: problem, testCode };
});

export const action = adminAction('/admin/orders', { status: updateStatus });
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

/** Poll interval for new orders, in milliseconds. Only while the page is visible. */
const lookAgainMs = 15_000;

const askNewest = () => call('GET /newest-order');

const failedToFetch = 'Failed to fetch orders';

/**
 * Reloads the list on request. If the shop is unreachable, the list stays and a message is shown.
 */
function useRefresh() {
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<FormOutcome | null>(null);
  const refresh = async () => {
    const answer = await askNewest();
    setProblem(answer.ok ? null : { ok: false, message: failedToFetch });
    if (answer.ok) await revalidate();
  };
  return { problem, refresh };
}

/**
 * Adds orders that arrive while the list is open. A failed poll is retried at the next interval.
 */
function useNewOrders(newest: string | null): void {
  const { revalidate } = useRevalidator();
  usePolling(lookAgainMs, async () => {
    const answer = await askNewest();
    if (!answer.ok || answer.body.orderNumber === newest || answer.body.orderNumber === null) return;
    toast({ title: 'New order', description: answer.body.orderNumber });
    await revalidate();
  });
}

const paymentNames: Record<PaymentStatus, string> = {
  pending: 'Unconfirmed',
  paid: 'Paid',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  failed: 'Failed',
  not_required: 'Free',
};

const statusLabels = Object.fromEntries(orderStatuses.map((status) => [status, statusLabel(status)]));

const filters = {
  search: { label: 'Order number, name or email', hint: 'Or phone, address, delivery note or tracking number' },
  choices: [
    { name: 'status', label: 'Order status', options: optionsOf(statusLabels, 'All') },
    { name: 'payment', label: 'Payment', options: optionsOf(paymentNames, 'All') },
  ],
};

/** Returns a tab with its count, or a plus behind the largest number that is counted. */
const counted = (label: string, count: number) =>
  count > queueMax ? { label: `${label} (${queueMax}+)` } : { label, count };

/** Returns the views of the list. */
const tabsOf = ({ toShip, held, returns }: Route.ComponentProps['loaderData']['queues']) => ({
  label: 'Queues',
  name: 'show',
  options: [
    { value: '', label: 'All' },
    { value: 'to_ship', ...counted('To ship', toShip) },
    { value: 'held', ...counted('On hold', held) },
    { value: 'returns', ...counted('Returns', returns), to: '/admin/returns' },
  ],
});

/**
 * Filter for a single customer's orders.
 * It is added to the others, so that it can be combined and removed.
 */
const ofOne = (customer: string) => ({
  name: 'customer',
  label: 'Customer',
  options: optionsOf({ [customer]: isUuid(customer) ? 'One customer' : customer }, 'All'),
});

const showAll = (
  <Link to="/admin/orders" className="text-berry underline underline-offset-4">
    Show all orders
  </Link>
);

/** Instructions of a demo shop for a first order. */
function Testing({ code }: { code: string }) {
  return (
    <Panel title="Testing" className="mt-6">
      <ol className="list-decimal space-y-1 pl-5">
        <li>Add the product to the cart and go to checkout.</li>
        <li>
          Apply the code <code className="rounded bg-blush px-1.5 py-0.5 font-medium">{code}</code>. The order becomes
          free and needs no card.
        </li>
        <li>Complete the order. It appears in this list, and its email appears in the mailbox.</li>
        <li>Select the order here, then set a status, carrier and tracking number.</li>
      </ol>
    </Panel>
  );
}

/** Link to the form that stays in view on narrow screens, where the form is far above. */
function ToForm({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div className="bottom-bar sticky bottom-3 mt-3 flex items-center justify-between gap-4 rounded-card border border-line bg-white px-5 py-2 shadow-lift lg:hidden">
      <span>{count === 1 ? '1 order selected' : `${count} orders selected`}</span>
      <a href={`#${statusFormId}`} className="inline-flex min-h-11 items-center font-medium text-berry underline">
        Update status
      </a>
    </div>
  );
}

/** Returns the files of the list, as entries of a menu. */
const exportsOf = (filter: string): MenuEntry[] => [
  { label: 'Export CSV', to: `/admin/orders.csv${filter}` },
  {
    label: 'Export for spreadsheets (CSV)',
    to: `/admin/orders.csv${filter === '' ? '?' : `${filter}&`}for=spreadsheet`,
  },
];

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, list, tags, queues, newest, customer, figure, rangeProblem, testCode } = loaderData;
  const orders = list.rows;
  const mayUpdate = use(CanSubmitContext)('status');
  const mayExport = useCanOpenPage()('/admin/orders.csv');
  const selection = useSelection(
    orders.map(({ orderNumber }) => orderNumber),
    statusForm,
  );
  const { selected } = selection;
  const only = selected.size === 1 ? orders.find(({ orderNumber }) => selected.has(orderNumber)) : undefined;
  const { problem, refresh } = useRefresh();
  const { state } = useRevalidator();
  const isLoading = useNavigation().state === 'loading' || state === 'loading';
  useNewOrders(newest);
  return (
    <AdminPage
      title="Orders"
      buttons={
        <>
          <Button look="second" busy={isLoading} onClick={() => void refresh()}>
            {isLoading ? 'Refreshing...' : 'Refresh'}
          </Button>
          {mayExport ? <ActionMenu label="Export" entries={exportsOf(filter)} /> : null}
        </>
      }
    >
      <FormNotice outcome={problem} />
      <List
        isLog
        list={list}
        tabs={tabsOf(queues)}
        search={filters.search}
        days={{ legend: 'Placed', problem: rangeProblem }}
        sorts={orderHeadings}
        choices={[...filters.choices, ...(customer === null ? [] : [ofOne(customer)]), ...tagChoices(tags), ...figure]}
        empty={{
          title: 'No matching orders',
          none: showAll,
          firstTitle: 'No orders yet',
          first: 'New orders appear here automatically.',
        }}
      >
        {mayUpdate ? <BulkStatusForm key={only?.orderNumber ?? 'several'} selection={selection} only={only} /> : null}
        <OrderTable orders={orders} selection={mayUpdate ? selection : null} isBusy={isLoading} />
        <ToForm count={selected.size} />
      </List>
      {mayUpdate && testCode !== null ? <Testing code={testCode} /> : null}
    </AdminPage>
  );
}

export const ErrorBoundary = listLoadError({ title: 'Orders', failure: failedToFetch });
