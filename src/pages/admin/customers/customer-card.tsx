import { Link } from 'react-router';

import { roleLabels } from '#modules/accounts/role-labels.ts';
import { averageOrder } from '#modules/analytics/figures.ts';
import { nameOf, type CustomerSummary } from '#modules/analytics/customers.ts';
import { shortDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { isTeamRole } from '#shared/roles.ts';
import { ButtonLink } from '#ui/button.tsx';

import { Badge } from '../components/badge.tsx';
import { RoleForm } from './role-form.tsx';

/** Guest, or Account with its role. */
export function RoleBadge({ customer: { isGuest, role } }: { customer: Pick<CustomerSummary, 'isGuest' | 'role'> }) {
  if (isGuest) return <Badge>Guest</Badge>;
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Badge>Account</Badge>
      <Badge tone={isTeamRole(role) ? 'active' : 'plain'}>{roleLabels[role]}</Badge>
    </span>
  );
}

/** Start and newest order of a customer: 'Member since Nov 3, 2026, last order Nov 20, 2026'. */
export function periodText({ isGuest, since, lastOrderAt }: CustomerSummary): string {
  const from = `${isGuest ? 'First bought' : 'Member since'} ${shortDay(since)}`;
  return lastOrderAt === null ? from : `${from}, last order ${shortDay(lastOrderAt)}`;
}

/** Orders and revenue of one customer. `spentCents` is the lifetime value. */
export function CustomerFigures({ customer }: { customer: CustomerSummary }) {
  const { orders, paidOrders, spentCents } = customer;
  const average = averageOrder({ revenueCents: spentCents, paidOrders });
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

export function CustomerCard({ customer }: { customer: CustomerSummary }) {
  const name = nameOf(customer);
  return (
    <li className="rounded-card border border-line bg-white p-5">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-2xl">
            <Link to={customerPath(customer)} className="wrap-anywhere hover:underline">
              {name}
            </Link>
          </h2>
          {name === customer.email ? null : <p className="wrap-anywhere text-soft">{customer.email}</p>}
          <p className="text-sm text-soft">{periodText(customer)}</p>
        </div>
        <RoleBadge customer={customer} />
      </div>
      <CustomerFigures customer={customer} />
      <div className="flex flex-wrap items-start gap-2">
        <ButtonLink to={ordersOf(customer)} look="second" className="mt-4" aria-label={`View Orders of ${name}`}>
          View Orders
        </ButtonLink>
        {customer.isGuest ? null : (
          <div className="min-w-0">
            <RoleForm customer={customer} />
          </div>
        )}
      </div>
    </li>
  );
}
