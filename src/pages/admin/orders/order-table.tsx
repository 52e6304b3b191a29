import { Link } from 'react-router';

import type { ListedOrder } from '#modules/orders/list-orders.server.ts';
import { shortMoment } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import { Badge } from '../components/badge.tsx';
import { DataTable, type Column } from '../components/list.tsx';
import { PaymentBadge, StatusBadge } from '../components/order-badges.tsx';
import { statusFormId } from './status-form.tsx';

type OrderTableProps = {
  orders: readonly ListedOrder[];
  selected: ReadonlySet<string>;
  /** Null when orders cannot be selected. */
  onSelect: ((orderNumber: string, isSelected: boolean) => void) | null;
  isBusy: boolean;
};

function Order({ order, selected, onSelect }: Pick<OrderTableProps, 'selected' | 'onSelect'> & { order: ListedOrder }) {
  const { orderNumber, version, holdReason, placedAt } = order;
  return (
    <div className="flex w-full items-center gap-2">
      {onSelect === null ? null : (
        <label className="-ml-3 inline-flex size-11 shrink-0 items-center justify-center @3xl:ml-0">
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
      )}
      <div>
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={`/admin/orders/${orderNumber}`}
            className="font-medium whitespace-nowrap text-berry underline-offset-4 hover:underline"
          >
            {orderNumber}
          </Link>
          {holdReason === null ? null : <Badge tone="warn">Held</Badge>}
        </span>
        <span className="block text-sm whitespace-nowrap text-soft">{shortMoment(placedAt)}</span>
      </div>
    </div>
  );
}

function Customer({ order: { customer, email } }: { order: ListedOrder }) {
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  return (
    <div className="min-w-0 text-right @3xl:text-left">
      <span className="block wrap-anywhere">{name === '' ? 'Unknown' : name}</span>
      <span className="block text-sm wrap-anywhere text-soft @3xl:max-w-52">{email}</span>
    </div>
  );
}

/** Orders of one page. The selection belongs to the status form. */
export function OrderTable({ orders, selected, onSelect, isBusy }: OrderTableProps) {
  const columns: Column<ListedOrder>[] = [
    {
      title: 'Order',
      isHead: true,
      render: (order) => <Order order={order} selected={selected} onSelect={onSelect} />,
    },
    { title: 'Customer', render: (order) => <Customer order={order} /> },
    { title: 'Payment', render: ({ paymentStatus }) => <PaymentBadge payment={paymentStatus} /> },
    { title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Total', isNumber: true, render: ({ totalCents }) => formatUsd(totalCents) },
  ];
  return (
    <DataTable
      caption="Orders, newest first"
      columns={columns}
      rows={orders}
      isMarked={({ orderNumber }) => selected.has(orderNumber)}
      isBusy={isBusy}
    />
  );
}
