import { use, useState } from 'react';
import { Link, useNavigation, useRevalidator } from 'react-router';

import { freeDemoCode } from '#modules/discounts/edit-codes.server.ts';
import { orderCursor, placedRange } from '#modules/orders/list-orders.ts';
import {
  findNewestOrderNumber,
  findOrderPage,
  readFilter,
  type ListedOrder,
} from '#modules/orders/list-orders.server.ts';
import { orderStatuses, statusLabel, type PaymentStatus } from '#modules/orders/order-status.ts';
import { countQueues } from '#modules/orders/ship-orders.server.ts';
import { queueMax } from '#modules/orders/ship-orders.ts';
import { call } from '#modules/api-client.ts';
import { rangeRefusals } from '#shared/day-range.ts';
import { isUuid } from '#shared/uuid.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { toast } from '#ui/toast.tsx';

import { adminAction } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import { FormNotice, type FormOutcome } from '../forms/form-notice.tsx';
import { MaySend } from '../forms/may-send.ts';
import { useAnswer } from '../forms/use-answer.ts';
import type { Route } from './+types/orders.ts';
import { ActionMenu, type MenuEntry } from './orders/action-menu.tsx';
import { figureChoices } from './orders/figure-choices.ts';
import { OrderTable } from './orders/order-table.tsx';
import { StatusForm, statusFormId } from './orders/status-form.tsx';
import { updateStatus, type StatusResult } from './orders/update-status.server.ts';
import { listLoadError } from './components/load-errors.tsx';
import { List } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page, Panel } from './components/page.tsx';
import { useSelection } from './components/selection.tsx';
import { usePolling } from './components/use-polling.ts';
import { useMayOpen } from './use-role.ts';

export const loader = adminLoader(async ({ ctx, query: { searchParams, filter, pagesBetween } }) => {
  const criteria = await readFilter(ctx, searchParams);
  const { customer } = criteria;
  const [{ orders, newer, older }, newest, queues] = await Promise.all([
    findOrderPage(ctx.db, criteria, { cursor: orderCursor(searchParams) }),
    findNewestOrderNumber(ctx.db),
    countQueues(ctx.db),
  ]);
  const list = { rows: orders, pages: pagesBetween(newer?.from ?? null, older?.from ?? null) };
  const placed = placedRange(searchParams);
  const problem = placed.ok ? null : rangeRefusals[placed.reason];
  const figure = figureChoices(criteria);
  const testCode = freeDemoCode(ctx.settings.shopMode);
  return { filter, list, queues, newest, customer, figure, rangeProblem: problem, testCode };
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
  pending: 'In doubt',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  failed: 'Failed',
  not_required: 'Free',
};

const statusLabels = Object.fromEntries(orderStatuses.map((status) => [status, statusLabel(status)]));

const filters = {
  search: { label: 'Number, name or email', hint: 'Or phone, ZIP, tracking number' },
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
  options: optionsOf({ [customer]: isUuid(customer) ? 'One account' : customer }, 'All'),
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
        <li>Put the product into the cart and go to the checkout.</li>
        <li>
          Apply the code <code className="rounded bg-blush px-1.5 py-0.5 font-medium">{code}</code>: the order is free
          and needs no card.
        </li>
        <li>Complete the order. It appears in this list, and its mail in the mailbox.</li>
        <li>Select it here and set a status, a carrier and a tracking number.</li>
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

type BarProps = {
  orders: readonly ListedOrder[];
  selected: ReadonlySet<string>;
};

/** Status form of the selected orders. It is there with a selection, or without scripts. */
function SelectionBar({ orders, selected }: BarProps) {
  const refused = useAnswer<StatusResult>('status')?.result?.refused ?? [];
  const [only] = selected.size === 1 ? orders.filter(({ orderNumber }) => selected.has(orderNumber)) : [];
  const words = only?.orderNumber ?? `${selected.size} orders`;
  return (
    <section
      aria-label="Update status"
      data-dense
      className={classes(
        'mb-3 rounded-card border border-line bg-white p-4 shadow-lift lg:sticky lg:top-2 lg:z-10',
        selected.size === 0 && refused.length === 0 && 'hidden noscript:block',
      )}
    >
      <StatusForm key={only?.orderNumber ?? 'several'} isBulk={selected.size > 1} known={only} isInLine>
        <p role="status" className="text-soft lg:self-center">
          {selected.size === 0 ? '' : `For ${words}`}
        </p>
      </StatusForm>
    </section>
  );
}

/** Returns the files of the list, as entries of a menu. */
const exportsOf = (filter: string): MenuEntry[] => [
  { label: 'Export CSV', to: `/admin/orders.csv${filter}` },
  { label: 'CSV for spreadsheets', to: `/admin/orders.csv${filter === '' ? '?' : `${filter}&`}for=spreadsheet` },
];

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, list, queues, newest, customer, figure, rangeProblem, testCode } = loaderData;
  const orders = list.rows;
  const mayUpdate = use(MaySend)('status');
  const mayExport = useMayOpen()('/admin/orders.csv');
  const { selected, select, selectAll } = useSelection(orders.map(({ orderNumber }) => orderNumber));
  const { problem, refresh } = useRefresh();
  const { state } = useRevalidator();
  const isLoading = useNavigation().state === 'loading' || state === 'loading';
  useNewOrders(newest);
  return (
    <Page
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
        choices={[...filters.choices, ...(customer === null ? [] : [ofOne(customer)]), ...figure]}
        empty={{
          title: 'No order fits',
          none: showAll,
          firstTitle: 'No orders yet',
          first: 'The first one appears here by itself.',
        }}
      >
        {mayUpdate ? <SelectionBar orders={orders} selected={selected} /> : null}
        <OrderTable
          orders={orders}
          selected={selected}
          onSelect={mayUpdate ? select : null}
          onSelectAll={selectAll}
          isBusy={isLoading}
        />
        <ToForm count={selected.size} />
      </List>
      {mayUpdate && testCode !== null ? <Testing code={testCode} /> : null}
    </Page>
  );
}

export const ErrorBoundary = listLoadError({ title: 'Orders', failure: failedToFetch });
