import { Link } from 'react-router';

import type { ListedOrder } from '#modules/orders/list-orders.server.ts';
import { unitsLabel } from '#modules/orders/returns.ts';
import type { PaymentStatus } from '#modules/orders/order-status.ts';
import { shortDay, shortMoment } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';

import { refundChip } from '../../account/components/order-status-text.ts';
import { Badge } from '../components/badge.tsx';
import { PaymentBadge, StatusBadge } from '../components/order-badges.tsx';
import { SampleBadge } from './sample-badge.tsx';
import { statusFormId } from './status-form.tsx';

type OrderTableProps = {
  orders: readonly ListedOrder[];
  selected: ReadonlySet<string>;
  /** Null when orders cannot be selected. */
  onSelect: ((orderNumber: string, isSelected: boolean) => void) | null;
  onSelectAll: (all: boolean) => void;
  isBusy: boolean;
};

/** Payment in one badge: a refund says that the order was paid. */
function Payment({ payment }: { payment: PaymentStatus }) {
  const chip = refundChip(payment);
  return chip === null ? <PaymentBadge payment={payment} /> : <Badge>{chip}</Badge>;
}

/** Cell of a row of one line. On a phone the cells share two lines. */
const cell = 'flex min-w-0 items-center gap-2 @3xl:table-cell @3xl:h-11 @3xl:px-2.5 @3xl:py-0.5';
const box = 'inline-flex size-11 items-center justify-center';

function RowCheckbox({
  order,
  selected,
  onSelect,
}: Pick<OrderTableProps, 'selected' | 'onSelect'> & { order: ListedOrder }) {
  const { orderNumber, version } = order;
  if (onSelect === null) return null;
  return (
    <label className={box}>
      <input
        type="checkbox"
        name="order"
        form={statusFormId}
        value={`${orderNumber}:${version}`}
        checked={selected.has(orderNumber)}
        onChange={(event) => onSelect(orderNumber, event.target.checked)}
        className="size-5 accent-berry"
      />
      <span className="sr-only">{`Select ${orderNumber}`}</span>
    </label>
  );
}

function Head({ orders, selected, onSelect, onSelectAll }: Omit<OrderTableProps, 'isBusy'>) {
  return (
    <thead>
      <tr className="@max-3xl:block">
        <th scope="col" className="w-11 px-1 text-left font-normal @max-3xl:block @max-3xl:w-auto">
          {onSelect === null ? (
            <span className="sr-only">Selection</span>
          ) : (
            <label className="inline-flex min-h-11 items-center gap-3 px-3">
              <input
                type="checkbox"
                className="size-5 accent-berry"
                checked={selected.size === orders.length}
                onChange={(event) => onSelectAll(event.target.checked)}
              />
              <span className="@3xl:sr-only">Select all on this page</span>
            </label>
          )}
        </th>
        {['Order', 'Placed', 'Customer', 'Payment', 'Status', 'Units', 'Total'].map((title) => (
          <th
            key={title}
            scope="col"
            className={classes(
              'h-11 px-2.5 text-sm font-medium text-soft @max-3xl:sr-only',
              ['Units', 'Total'].includes(title) && 'text-right',
              title === 'Units' && '@3xl:@max-5xl:hidden',
            )}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Row({ order, selected, onSelect }: Pick<OrderTableProps, 'selected' | 'onSelect'> & { order: ListedOrder }) {
  const { orderNumber, holdReason, isSample, placedAt, customer, email, paymentStatus, status, units, totalCents } =
    order;
  const name = `${customer.firstName} ${customer.lastName}`.trim() || email || 'Unknown';
  return (
    <tr
      className={classes(
        'grid grid-cols-[2.75rem_1fr_auto] items-center gap-x-2 border-t border-line py-1.5 pr-3 @3xl:table-row @3xl:border-t',
        selected.has(orderNumber) ? 'bg-blush' : 'bg-white @3xl:hover:bg-cream',
        onSelect === null && 'grid-cols-[0.5rem_1fr_auto]',
      )}
    >
      <td className="row-span-2 @3xl:table-cell @3xl:w-11 @3xl:px-1">
        <RowCheckbox order={order} selected={selected} onSelect={onSelect} />
      </td>
      <th scope="row" className={classes(cell, 'text-left font-normal')}>
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Link
            to={`/admin/orders/${orderNumber}`}
            className="py-1 font-medium text-berry underline-offset-4 hover:underline"
          >
            {orderNumber}
          </Link>
          {isSample ? <SampleBadge /> : null}
        </span>
      </th>
      <td className={classes(cell, 'text-sm whitespace-nowrap text-soft @max-3xl:sr-only')}>
        <span className="@5xl:hidden">{shortDay(placedAt)}</span>
        <span className="hidden @5xl:inline">{shortMoment(placedAt)}</span>
      </td>
      <td className={classes(cell, 'col-start-2 row-start-2 @3xl:max-w-52')} title={email}>
        <span className="block truncate">{name}</span>
      </td>
      <td className={classes(cell, 'col-start-3 row-start-2 justify-end @max-3xl:hidden')}>
        <Payment payment={paymentStatus} />
      </td>
      <td className={classes(cell, 'col-start-3 row-start-2 justify-end')}>
        <span className="inline-flex gap-1.5">
          {holdReason === null ? null : <Badge tone="warn">Held</Badge>}
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
        <caption className="sr-only">Orders, newest first</caption>
        <Head {...props} />
        <tbody className="@max-3xl:block">
          {props.orders.map((order) => (
            <Row key={order.id} order={order} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
