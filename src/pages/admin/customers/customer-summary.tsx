import { roleLabels } from '#modules/accounts/role-labels.ts';
import { averageOrder } from '#modules/orders/sales-days.ts';
import type { CustomerSummary } from '#modules/customers/customers.ts';
import { shortDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { isTeamRole } from '#shared/roles.ts';

import { Badge } from '../components/badge.tsx';

/** Guest, or the role of an account. */
export function RoleBadge({ customer: { isGuest, role } }: { customer: Pick<CustomerSummary, 'isGuest' | 'role'> }) {
  if (isGuest) return <Badge>Guest</Badge>;
  return <Badge tone={isTeamRole(role) ? 'active' : 'plain'}>{roleLabels[role]}</Badge>;
}

/** Start and newest order of a customer: 'Member since Nov 3, 2026, last order Nov 20, 2026'. */
export function periodText({ isGuest, since, lastOrderAt }: CustomerSummary): string {
  const from = `${isGuest ? 'First order' : 'Customer since'} ${shortDay(since)}`;
  return lastOrderAt === null ? from : `${from}, last order ${shortDay(lastOrderAt)}`;
}

/** Orders and revenue of one customer. `spentCents` is the lifetime value. */
export function CustomerFigures({ customer }: { customer: CustomerSummary }) {
  const { orders, paidOrders, spentCents } = customer;
  const average = averageOrder({ grossCents: spentCents, paidOrders });
  const figures = [
    ['Orders', orders],
    ['Total Spent', formatUsd(spentCents)],
    ['Lifetime Value', formatUsd(spentCents)],
    ['Avg Order', formatUsd(average)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Address of a customer's order list.
 * An account has its orders under any email address. A guest has those of the email address.
 */
export const ordersOf = ({ id }: Pick<CustomerSummary, 'id'>) => `/admin/orders?customer=${encodeURIComponent(id)}`;

/** Address of the customer page, by account id or by a guest's email. */
export const customerPath = ({ id }: Pick<CustomerSummary, 'id'>) => `/admin/customers/${encodeURIComponent(id)}`;
