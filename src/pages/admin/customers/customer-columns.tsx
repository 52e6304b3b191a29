import { Link } from 'react-router';

import { averageOrder } from '#modules/orders/sales-days.ts';
import { nameOf, type CustomerSummary } from '#modules/customers/customers.ts';
import { shortDay } from '#shared/shop-time.ts';
import { formatCount, formatUsd } from '#shared/money.ts';
import { ButtonLink } from '#ui/button.tsx';

import type { Column } from '../components/list.tsx';
import { TagBadges } from '../components/team-notes.tsx';
import { customerPath, ordersOf, RoleBadge } from './customer-summary.tsx';
import { RoleForm } from './role-form.tsx';

function Who({ customer }: { customer: CustomerSummary }) {
  const name = nameOf(customer);
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <Link
        to={customerPath(customer)}
        dir="auto"
        className="py-1 font-medium wrap-anywhere text-berry underline-offset-4 hover:underline"
      >
        {name}
      </Link>
      <TagBadges tags={customer.tags} />
      {name === customer.email ? null : <span className="text-sm wrap-anywhere text-soft">{customer.email}</span>}
    </div>
  );
}

/** Link to the orders and, except in one's own row, the change of the role. */
function Actions({ customer, ownId }: { customer: CustomerSummary; ownId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 @3xl:justify-end">
      <ButtonLink
        to={ordersOf(customer)}
        look="quiet"
        className="-my-1 min-h-11! px-0! py-0! whitespace-nowrap"
        aria-label={`View Orders of ${nameOf(customer)}`}
      >
        View Orders
      </ButtonLink>
      {customer.isGuest || customer.id === ownId ? null : <RoleForm customer={customer} look="quiet" />}
    </div>
  );
}

/** Columns of the customers. `ownId` is the account of the signed-in person. */
export const customerColumns = (ownId: string): Column<CustomerSummary>[] => [
  { title: 'Customer', isHead: true, render: (customer) => <Who customer={customer} /> },
  {
    title: 'First seen',
    sortBy: '-since',
    render: ({ since }) => <span className="whitespace-nowrap">{shortDay(since)}</span>,
  },
  {
    title: 'Last order',
    render: ({ lastOrderAt }) => (
      <span className="whitespace-nowrap">{lastOrderAt === null ? 'None' : shortDay(lastOrderAt)}</span>
    ),
  },
  { title: 'Orders', sortBy: '-orders', isNumber: true, render: ({ orders }) => formatCount(orders) },
  { title: 'Total Spent', sortBy: '-spent', isNumber: true, render: ({ spentCents }) => formatUsd(spentCents) },
  { title: 'Lifetime Value', isNumber: true, render: ({ spentCents }) => formatUsd(spentCents) },
  {
    title: 'Avg Order',
    isNumber: true,
    render: ({ spentCents, paidOrders }) => formatUsd(averageOrder({ grossCents: spentCents, paidOrders })),
  },
  { title: 'Role', render: (customer) => <RoleBadge customer={customer} /> },
  { title: 'Actions', isHead: true, render: (customer) => <Actions customer={customer} ownId={ownId} /> },
];
