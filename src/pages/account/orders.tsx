import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';

import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { ordersOfCustomer } from '#modules/buying/orders/customer/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ReturnIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/orders.ts';
import { accountMeta } from './parts/account-meta.ts';
import { OrderCard } from './parts/order-card.tsx';
import { orderOnPage } from './parts/order-on-page.server.ts';

export const meta: Route.MetaFunction = () => accountMeta('My Orders');

/** More than anybody orders here; who has more finds the oldest through support. */
const mostOrders = 100;

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const orders = await ordersOfCustomer(ctx.db, user, mostOrders);
  return { orders: orders.map(orderOnPage) };
}

/** Asks for the same page anew: a link's work without JavaScript, a message with it. */
function Refresh() {
  const { state, formAction } = useNavigation();
  const busy = state === 'loading' && formAction === '/account/orders';
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) toast({ title: 'Orders refreshed' });
    wasBusy.current = busy;
  }, [busy]);
  return (
    <Form method="get" action="/account/orders" replace preventScrollReset>
      <Button type="submit" look="second" busy={busy} disabled={busy}>
        <ReturnIcon /> {busy ? 'Refreshing...' : 'Refresh'}
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
      {orders.length === 0 ? (
        <div className="rounded-card border border-line bg-white p-6">
          <p className="mb-4">
            You have not ordered yet. Orders that you placed as a guest with this email address appear here too.
          </p>
          <ButtonLink to="/product">Go to the shop</ButtonLink>
        </div>
      ) : (
        <ul className="space-y-4">
          {orders.map((order) => (
            <li key={order.number}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
