import { useEffect } from 'react';
import { Link } from 'react-router';

import { account } from '#content/account.ts';
import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { memberSince } from '#modules/people/accounts/profile/service.server.ts';
import { profileOf } from '#modules/people/accounts/service.server.ts';
import { ordersOfCustomer } from '#modules/buying/orders/customer/service.server.ts';
import { daysOnJourney, streak, utcDay } from '#modules/after/habit-tracker/rules.ts';
import { loggedDays, logRoutine } from '#modules/after/habit-tracker/service.server.ts';
import { RoutineCard } from '#modules/after/habit-tracker/ui/routine-card.tsx';
import { useToday } from '#modules/after/habit-tracker/ui/use-today.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';
import { sendForm } from '#ui/send-form.ts';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/home.ts';
import { accountMeta } from './parts/account-meta.ts';
import { Figures, QuickLinks, Tips } from './parts/dashboard.tsx';
import { OrderCard } from './parts/order-card.tsx';
import { orderOnPage } from './parts/order-on-page.server.ts';

export const meta: Route.MetaFunction = () => accountMeta('Account');

const recentOrders = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const profile = await profileOf(ctx.db, user.id);
  const since = (await memberSince(ctx.db, user.id)) ?? ctx.now();
  const orders = await ordersOfCustomer(ctx.db, user, recentOrders);
  return {
    name: profile?.displayName ?? user.name,
    journeyDays: daysOnJourney(since, ctx.now()),
    orders: orders.map(orderOnPage),
    days: await loggedDays(ctx, user.id),
    serversDay: utcDay(ctx.now()),
  };
}

/** Logs the routine of the day that the form names. */
export async function action({ context, request }: Route.ActionArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const day = (await request.formData()).get('day');
  return { isNew: await logRoutine(ctx, user.id, typeof day === 'string' ? day : '') };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

type Orders = Route.ComponentProps['loaderData']['orders'];

function RecentOrders({ orders }: { orders: Orders }) {
  return (
    <section aria-labelledby="recent-orders">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="recent-orders" className="text-3xl">
          Recent orders
        </h2>
        {orders.length === 0 ? null : (
          <Link
            to="/account/orders"
            className="inline-flex min-h-11 items-center text-berry underline-offset-4 hover:underline"
          >
            All orders
          </Link>
        )}
      </div>
      {orders.length === 0 ? (
        <div className="rounded-card border border-line bg-white p-6">
          <p className="mb-4">You have not ordered yet.</p>
          <ButtonLink to="/product">Go to the shop</ButtonLink>
        </div>
      ) : (
        <ul className="space-y-4">
          {orders.map((order) => (
            <li key={order.number}>
              <OrderCard order={order} level="h3" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { name, journeyDays, orders, days, serversDay } = loaderData;
  const today = useToday(serversDay);
  useEffect(() => {
    if (actionData !== undefined) toast({ title: actionData.isNew ? 'Routine logged' : 'Logged already today' });
  }, [actionData]);
  return (
    <div className="space-y-10">
      <div>
        <h1 className="text-5xl">Hello, {name}</h1>
        <p className="mt-2 text-lg text-soft">{account.lead}</p>
      </div>
      <Figures
        journeyDays={journeyDays}
        streakDays={streak(days, today)}
        skinProgress={orders.length > 0 ? account.progress.ordered : account.progress.waiting}
      />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[1.7fr_1fr]">
        <RoutineCard action="/account?index" days={days} today={today} />
        <Picture
          {...account.picture}
          alt=""
          sizes="(min-width: 1280px) 18rem, 0px"
          className="hidden h-full max-h-72 w-full rounded-card object-cover xl:block"
        />
      </div>
      <QuickLinks />
      <RecentOrders orders={orders} />
      <Tips />
    </div>
  );
}
