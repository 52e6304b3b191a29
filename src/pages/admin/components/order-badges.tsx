import type { ListedOrder } from '#modules/orders/list-orders.queries.server.ts';
import { statusLabel, type OrderStatus, type PaymentStatus } from '#modules/orders/order-status.ts';
import { shortDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import { refundChip } from '../../account/components/order-status-text.ts';
import { Badge, type Tone } from './badge.tsx';
import type { Column } from './list.tsx';

const statusTones: Partial<Record<OrderStatus, Tone>> = {
  pending: 'warn',
  confirmed: 'active',
  processing: 'active',
  delivered: 'good',
  completed: 'good',
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={statusTones[status] ?? 'plain'}>{statusLabel(status)}</Badge>;
}

/** Paid or not, with any refund beside it. A free order has nothing to pay. */
export function PaymentBadge({ payment }: { payment: PaymentStatus }) {
  const isPaid = payment !== 'pending' && payment !== 'failed';
  const chip = refundChip(payment);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={isPaid ? 'good' : 'warn'}>{isPaid ? 'Paid' : 'Not paid'}</Badge>
      {chip === null ? null : <Badge>{chip}</Badge>}
    </span>
  );
}

type OrderRow = {
  id: string;
  orderNumber: string;
  placedAt: Date;
  totalCents: number;
  paymentStatus: PaymentStatus;
  status: OrderStatus;
};

/** Columns of a short order list. */
export const orderColumns: Column<OrderRow>[] = [
  {
    title: 'Order',
    isHead: true,
    to: ({ orderNumber }) => `/admin/orders/${orderNumber}`,
    render: ({ orderNumber }) => orderNumber,
  },
  { title: 'Date', render: ({ placedAt }) => shortDay(placedAt) },
  { title: 'Amount', isNumber: true, render: ({ totalCents }) => formatUsd(totalCents) },
  { title: 'Payment', render: ({ paymentStatus }) => <PaymentBadge payment={paymentStatus} /> },
  { title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
];

/** Same columns plus the customer and the hold status. */
export const recentOrderColumns: Column<ListedOrder>[] = [
  ...orderColumns.slice(0, 1),
  {
    title: 'Customer',
    render: ({ customer, email }) => (
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {`${customer.firstName} ${customer.lastName}`.trim() || email}
      </span>
    ),
  },
  ...orderColumns.slice(1, -1),
  {
    title: 'Status',
    render: ({ status, holdReason }) => (
      <span className="inline-flex flex-wrap gap-1">
        <StatusBadge status={status} />
        {holdReason === null ? null : <Badge tone="warn">On hold</Badge>}
      </span>
    ),
  },
];
