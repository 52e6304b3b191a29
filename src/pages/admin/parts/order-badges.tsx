import { statusLabel, type OrderStatus, type PaymentStatus } from '#modules/buying/orders/rules.ts';

import { Badge, type Tone } from './badge.tsx';

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

const refundChips: Partial<Record<PaymentStatus, string>> = {
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
};

/** Paid or not, and beside it what went back. An order that cost nothing owes nothing. */
export function PaymentBadge({ payment }: { payment: PaymentStatus }) {
  const isPaid = payment !== 'pending' && payment !== 'failed';
  const chip = refundChips[payment];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={isPaid ? 'good' : 'warn'}>{isPaid ? 'Paid' : 'Not paid'}</Badge>
      {chip === undefined ? null : <Badge>{chip}</Badge>}
    </span>
  );
}
