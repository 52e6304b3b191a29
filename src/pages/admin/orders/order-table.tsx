import { Link } from 'react-router';

import type { ListedOrder } from '#modules/orders/list-orders.queries.server.ts';
import { unitsLabel } from '#modules/orders/returns.ts';
import type { PaymentStatus } from '#modules/orders/order-status.ts';
import { shortDay, formatDateTime } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';

import { refundChip } from '../../account/components/order-status-text.ts';
import { Badge } from '../components/badge.tsx';
import { SortHeading, type Sortable } from '../components/list-sort.tsx';
import { PaymentBadge, StatusBadge } from '../components/order-badges.tsx';
import { RowBox, SelectAll, type Selection } from '../components/selection.tsx';
import { TagBadges } from '../components/team-notes.tsx';
import { SampleBadge } from './sample-badge.tsx';

type OrderTableProps = {
  orders: readonly ListedOrder[];
  /** Null when orders cannot be selected. */
  selection: Selection | null;
  isBusy: boolean;
};

/** Payment in one badge: a refund says that the order was paid. */
function Payment({ payment }: { payment: PaymentStatus }) {
  const chip = refundChip(payment);
  return chip === null ? <PaymentBadge payment={payment} /> : <Badge>{chip}</Badge>;
}

/** Cell of a row of one line. On a phone the cells share two lines. */
const cell = 'flex min-w-0 items-center gap-2 @3xl:table-cell @3xl:h-11 @3xl:px-2.5 @3xl:py-0.5';

export const orderHeadings: (Sortable & { isNumber?: boolean })[] = [
  { title: 'Order' },
  { title: 'Placed', sortBy: '-placed' },
  { title: 'Customer' },
  { title: 'Payment', sortBy: 'payment' },
  { title: 'Status', sortBy: 'status' },
  { title: 'Units', isNumber: true },
  { title: 'Total', sortBy: '-total', isNumber: true },
];

function Head({ selection }: Pick<OrderTableProps, 'selection'>) {
  return (
    <thead>
      <tr className="@max-3xl:block">
        <th scope="col" className="w-11 px-1 text-left font-normal @max-3xl:block @max-3xl:w-auto">
          {selection === null ? (
            <span className="sr-only">Selection</span>
          ) : (
            <SelectAll selection={selection} className="px-3" textLook="@3xl:sr-only" />
          )}
        </th>
        {orderHeadings.map((heading) => (
          <SortHeading
            key={heading.title}
            {...heading}
            className={classes(
              'h-11 px-2.5 text-sm font-medium text-soft @max-3xl:sr-only',
              heading.isNumber && 'text-right',
              heading.title === 'Units' && '@3xl:@max-5xl:hidden',
            )}
          />
        ))}
      </tr>
    </thead>
  );
}

function Row({ order, selection }: Pick<OrderTableProps, 'selection'> & { order: ListedOrder }) {
  const {
    orderNumber,
    version,
    holdReason,
    isSample,
    placedAt,
    customer,
    email,
    paymentStatus,
    status,
    units,
    totalCents,
    tags,
  } = order;
  const name = `${customer.firstName} ${customer.lastName}`.trim() || email || 'Unknown';
  return (
    <tr
      className={classes(
        'grid grid-cols-[2.75rem_1fr_auto] items-center gap-x-2 border-t border-line py-1.5 pr-3 @3xl:table-row @3xl:border-t',
        selection?.selected.has(orderNumber) ? 'bg-blush' : 'bg-white @3xl:hover:bg-cream',
        selection === null && 'grid-cols-[0.5rem_1fr_auto]',
      )}
    >
      <td className="row-span-2 @3xl:table-cell @3xl:w-11 @3xl:px-1">
        {selection === null ? null : (
          <RowBox
            selection={selection}
            id={orderNumber}
            value={`${orderNumber}:${version}`}
            label={`Select ${orderNumber}`}
            className="my-0!"
          />
        )}
      </td>
      <th scope="row" className={classes(cell, 'text-left font-normal')}>
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={`/admin/orders/${orderNumber}`}
            className="py-1 font-medium whitespace-nowrap text-berry underline-offset-4 hover:underline"
          >
            {orderNumber}
          </Link>
          {isSample ? <SampleBadge /> : null}
          <TagBadges tags={tags} />
        </span>
      </th>
      <td className={classes(cell, 'text-sm whitespace-nowrap text-soft @max-3xl:sr-only')}>
        <span className="@5xl:hidden">{shortDay(placedAt)}</span>
        <span className="hidden @5xl:inline">{formatDateTime(placedAt)}</span>
      </td>
      <td className={classes(cell, 'col-start-2 row-start-2 @3xl:max-w-52')} title={email}>
        <span dir="auto" className="block truncate">
          {name}
        </span>
      </td>
      <td className={classes(cell, 'col-start-3 row-start-2 justify-end @max-3xl:hidden')}>
        <Payment payment={paymentStatus} />
      </td>
      <td className={classes(cell, 'col-start-3 row-start-2 justify-end')}>
        <span className="inline-flex gap-1.5">
          {holdReason === null ? null : <Badge tone="warn">On hold</Badge>}
          {refundChip(paymentStatus) === null ? null : (
            <span className="@3xl:hidden">
              <Payment payment={paymentStatus} />
            </span>
          )}
          <StatusBadge status={status} />
        </span>
      </td>
      <td
        aria-label={unitsLabel(units)}
        className={classes(cell, 'text-right tabular-nums @max-5xl:hidden @3xl:@max-5xl:hidden')}
      >
        {units}
      </td>
      <td className={classes(cell, 'col-start-3 row-start-1 justify-end text-right tabular-nums')}>
        {formatUsd(totalCents)}
      </td>
    </tr>
  );
}

/**
 * Orders of one page, one line each, or two lines on a phone. The selection belongs to the status
 * form. Roles are written out, because a table that is shown as a grid loses its own.
 */
export function OrderTable({ isBusy, ...props }: OrderTableProps) {
  return (
    <div
      className={classes('@container wrap-normal transition-opacity duration-150', isBusy && 'opacity-60')}
      aria-busy={isBusy}
    >
      <table className="block w-full overflow-hidden rounded-card border border-line bg-white text-left @3xl:table @3xl:border-separate @3xl:border-spacing-0">
        <caption className="sr-only">Orders</caption>
        <Head selection={props.selection} />
        <tbody className="@max-3xl:block">
          {props.orders.map((order) => (
            <Row key={order.id} order={order} selection={props.selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
