import { Link } from 'react-router';

import type { ListedOrder } from '#modules/orders/list/service.server.ts';
import { formatUsd } from '#shared/money.ts';

import { Badge } from '../parts/badge.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { momentOf } from '../parts/moments.ts';
import { PaymentBadge, StatusBadge } from '../parts/order-badges.tsx';
import { statusFormId } from './status-form.tsx';

type OrderTableProps = {
  orders: readonly ListedOrder[];
  selected: ReadonlySet<string>;
  onSelect: (orderNumber: string, isSelected: boolean) => void;
  isBusy: boolean;
};

function Customer({ order: { customer, email } }: { order: ListedOrder }) {
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  return (
    <span className="min-w-0 text-right md:text-left">
      <span className="block">{name === '' ? 'Unknown' : name}</span>
      <span className="block break-all text-sm text-soft">{email}</span>
    </span>
  );
}

function Number({ order: { orderNumber, holdReason } }: { order: ListedOrder }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 md:justify-start">
      <Link
        to={`/admin/orders/${orderNumber}`}
        className="font-medium whitespace-nowrap text-berry underline-offset-4 hover:underline"
      >
        {orderNumber}
      </Link>
      {holdReason === null ? null : <Badge tone="warn">Held</Badge>}
    </span>
  );
}

/** The orders of one page; what is ticked belongs to the form that sets a status. */
export function OrderTable({ orders, selected, onSelect, isBusy }: OrderTableProps) {
  const columns: Column<ListedOrder>[] = [
    {
      title: 'Select',
      isQuiet: true,
      render: ({ orderNumber, version }) => (
        <label className="inline-flex size-11 items-center justify-center">
          <input
            type="checkbox"
            name="order"
            form={statusFormId}
            value={`${orderNumber}:${version}`}
            checked={selected.has(orderNumber)}
            onChange={(event) => onSelect(orderNumber, event.target.checked)}
            className="size-5 accent-berry"
          />
          <span className="sr-only">Select {orderNumber}</span>
        </label>
      ),
    },
    { title: 'Order', render: (order) => <Number order={order} /> },
    { title: 'Customer', render: (order) => <Customer order={order} /> },
    { title: 'Placed', render: ({ placedAt }) => <span className="text-sm">{momentOf(placedAt)}</span> },
    { title: 'Payment', render: ({ paymentStatus }) => <PaymentBadge payment={paymentStatus} /> },
    { title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Total', isNumber: true, render: ({ totalCents }) => formatUsd(totalCents) },
  ];
  return (
    <DataTable
      caption="Orders, newest first"
      columns={columns}
      rows={orders}
      rowKey={({ orderNumber }) => orderNumber}
      isMarked={({ orderNumber }) => selected.has(orderNumber)}
      isBusy={isBusy}
    />
  );
}
