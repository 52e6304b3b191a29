import { Form, useRevalidator } from 'react-router';

import { listOrdersOfCustomer } from '#modules/orders/orders.queries.server.ts';
import { Button } from '#ui/button.tsx';
import { ReturnIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/orders.ts';
import { customerLoader } from './customer-loader.server.ts';
import { OrderList } from './components/order-card.tsx';
import { orderOnPage } from './components/order-on-page.server.ts';
import { titled } from '../page-meta.ts';

export const meta = titled('My Orders');

/** Maximum number of listed orders. Nobody orders more; support can find the oldest ones. */
const maxOrders = 100;

export const loader = customerLoader(async ({ ctx, user }) => {
  const orders = await listOrdersOfCustomer(ctx.db, user, maxOrders);
  return { orders: orders.map(orderOnPage) };
});

/** Reloads the page: a plain link without JavaScript, with a message otherwise. */
function Refresh() {
  const { state, revalidate } = useRevalidator();
  const busy = state === 'loading';
  const refresh = async () => {
    await revalidate();
    toast({ title: 'Orders refreshed' });
  };
  return (
    <Form
      method="get"
      action="/account/orders"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void refresh();
      }}
    >
      <Button type="submit" look="second" busy={busy} aria-disabled={busy}>
        <ReturnIcon />
        <span>{busy ? 'Refreshing...' : 'Refresh'}</span>
      </Button>
    </Form>
  );
}

export default function OrdersPage({ loaderData: { orders } }: Route.ComponentProps) {
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-5xl">My Orders</h1>
        <Refresh />
      </div>
      <OrderList
        orders={orders}
        nothing="You have not ordered yet. Orders that you placed as a guest with this email address appear here too."
      />
    </div>
  );
}
