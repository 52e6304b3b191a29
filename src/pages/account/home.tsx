import { Link } from 'react-router';

import { account } from '#content/account.ts';
import { memberSince } from '#modules/people/accounts/profile/service.server.ts';
import { ordersOfCustomer } from '#modules/buying/orders/customer/service.server.ts';
import { daysOnJourney, streak, utcDay } from '#modules/after/habit-tracker/rules.ts';
import { loggedDays, logHabit } from '#modules/after/habit-tracker/service.server.ts';
import { Picture } from '#ui/picture.tsx';
import { sendAnswer } from '#ui/send-form.ts';

import { done, formAction } from '../forms/action.server.ts';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/home.ts';
import { Figures, QuickLinks, Tips } from './parts/dashboard.tsx';
import { HabitCard } from './parts/habit-card.tsx';
import { OrderList } from './parts/order-card.tsx';
import { customerLoader } from './parts/loader.server.ts';
import { orderOnPage, type OrderOnPage } from './parts/order-on-page.server.ts';
import { useToday } from './parts/use-today.ts';
import { titled } from './parts/page.tsx';

export const meta = titled('Account');

const recentOrders = 3;

export const loader = customerLoader(async ({ ctx, user }) => {
  const [since, orders, days] = await Promise.all([
    memberSince(ctx.db, user.id),
    ordersOfCustomer(ctx.db, user, recentOrders),
    loggedDays(ctx, user.id),
  ]);
  return {
    journeyDays: daysOnJourney(since ?? ctx.now(), ctx.now()),
    orders: orders.map(orderOnPage),
    days,
    serversDay: utcDay(ctx.now()),
  };
});

export const action = formAction({
  async routine({ ctx, user, values: { day = '' } }) {
    return done((await logHabit(ctx, user.id, day)) ? 'Routine logged' : 'Logged already today');
  },
});
export const clientAction = sendAnswer;

function RecentOrders({ orders }: { orders: OrderOnPage[] }) {
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
      <OrderList orders={orders} level="h3" nothing="You have not ordered yet." />
    </section>
  );
}

export default function Dashboard({ loaderData, matches: [, frame] }: Route.ComponentProps) {
  const { journeyDays, orders, days, serversDay } = loaderData;
  const today = useToday(serversDay);
  return (
    <div className="space-y-10">
      <div>
        <h1 className="text-5xl">Hello, {frame.loaderData.displayName}</h1>
        <p className="mt-2 text-lg text-soft">{account.lead}</p>
      </div>
      <PageNotice />
      <Figures
        journeyDays={journeyDays}
        streakDays={streak(days, today)}
        skinProgress={orders.length > 0 ? account.progress.ordered : account.progress.waiting}
      />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[1.7fr_1fr]">
        <HabitCard days={days} today={today} />
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
