import { itemsText } from '#modules/phone-orders/phone-order.ts';
import { listPhoneOrders } from '#modules/phone-orders/phone-orders.queries.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/phone-orders.ts';
import { adminLoader } from './admin-loader.server.ts';
import { PhoneOrderBadge } from './components/badge.tsx';
import { List, type Column } from './components/list.tsx';
import { AdminPage } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const list = await query.list((limits) => listPhoneOrders(ctx.db, limits));
  const rows = list.rows.map(({ id, customer, email, items, state, orderNumber, createdAt, expiresAt }) => {
    const name = customer === null ? '' : `${customer.firstName} ${customer.lastName}`;
    return {
      id,
      name: name === '' ? 'Erased' : name,
      email: email ?? '',
      items,
      state,
      orderNumber,
      createdAt,
      expiresAt,
    };
  });
  return { list: { ...list, rows } };
});

type Row = Route.ComponentProps['loaderData']['list']['rows'][number];

const columns: Column<Row>[] = [
  { title: 'Customer', isHead: true, to: ({ id }) => `/admin/phone-orders/${id}`, render: ({ name }) => name },
  { title: 'Email', sortBy: 'email', render: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { title: 'Items', render: ({ items }) => itemsText(items) },
  { title: 'Created', sortBy: '-taken', render: ({ createdAt }) => formatDateTime(createdAt) },
  {
    title: 'Status',
    render: (order) => <PhoneOrderBadge order={order} />,
  },
];

export default function PhoneOrdersPage({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Phone orders"
      lead="Orders you create for a customer. The customer pays with an emailed link."
      buttons={<ButtonLink to="/admin/phone-orders/new">New phone order</ButtonLink>}
    >
      <List
        list={list}
        caption="Phone orders"
        search={{ label: 'Name or email' }}
        choices={[]}
        empty={{
          title: 'No matching phone orders',
          firstTitle: 'No phone orders yet',
          first: 'Create the first one with “New phone order.”',
        }}
        columns={columns}
      />
    </AdminPage>
  );
}
