import { Link } from 'react-router';

import type { ListedOrder } from '#modules/buying/orders/list/service.server.ts';
import { shortDay } from '#shared/moments.ts';
import { formatUsd } from '#shared/money.ts';

import { Badge } from '../parts/badge.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { Empty } from '../parts/empty.tsx';
import { PaymentBadge, StatusBadge } from '../parts/order-badges.tsx';

const columns: Column<ListedOrder>[] = [
  {
    title: 'Order',
    isHead: true,
    render: ({ orderNumber }) => (
      <Link
        to={`/admin/orders/${orderNumber}`}
        className="inline-flex min-h-11 items-center font-medium text-berry hover:underline md:min-h-6"
      >
        {orderNumber}
      </Link>
    ),
  },
  {
    title: 'Customer',
    render: ({ customer, email }) => (
      <span className="min-w-0 break-words">{`${customer.firstName} ${customer.lastName}`.trim() || email}</span>
    ),
  },
  { title: 'Date', render: ({ placedAt }) => shortDay(placedAt) },
  { title: 'Amount', isNumber: true, render: ({ totalCents }) => formatUsd(totalCents) },
  { title: 'Payment', render: ({ paymentStatus }) => <PaymentBadge payment={paymentStatus} /> },
  {
    title: 'Status',
    render: ({ status, holdReason }) => (
      <span className="inline-flex flex-wrap gap-1">
        <StatusBadge status={status} />
        {holdReason === null ? null : <Badge tone="warn">Held</Badge>}
      </span>
    ),
  },
];

/** The orders that came last. */
export function RecentOrders({ orders }: { orders: readonly ListedOrder[] }) {
  if (orders.length === 0) return <Empty title="No orders yet">The first one appears here by itself.</Empty>;
  return <DataTable caption="The 5 most recent orders" columns={columns} rows={orders} rowKey={({ id }) => id} />;
}
