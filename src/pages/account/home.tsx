import { Link } from 'react-router';

import type { AccountTexts } from '#modules/content/account.schema.ts';
import { daysOnJourney, streak } from '#modules/habit-tracker/habit-tracker.ts';
import { loggedDays, logHabit } from '#modules/habit-tracker/habit-tracker.server.ts';
import { listOrdersOfCustomer } from '#modules/orders/orders.queries.server.ts';
import { memberSince } from '#modules/accounts/profile.server.ts';
import { utcDay } from '#shared/shop-time.ts';
import { BagIcon, CheckIcon, StarIcon } from '#ui/icons.tsx';
import { CameraIcon } from '#ui/media-icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { formSuccess, formAction } from '../forms/form-action.server.ts';
import { PageNotice } from '../forms/form-notice.tsx';
import { pageContent } from '../page-content.server.ts';
import type { Route } from './+types/home.ts';
import { HabitCard } from './components/habit-card.tsx';
import { customerLoader } from './customer-loader.server.ts';
import { OrderList } from './components/order-card.tsx';
import { orderOnPage, type OrderOnPage } from './components/order-on-page.server.ts';
import { titled } from '../page-meta.ts';
import { useToday } from './components/use-today.ts';

export const meta = titled('Account');

const recentOrders = 3;

export const loader = customerLoader(async (page) => {
  const { ctx, user } = page;
  const [since, orders, days, { account: texts }] = await Promise.all([
    memberSince(ctx.db, user.id),
    listOrdersOfCustomer(ctx.db, user, recentOrders),
    loggedDays(ctx, user.id),
    pageContent(page),
  ]);
  return {
    texts,
    journeyDays: daysOnJourney(since ?? ctx.now(), ctx.now()),
    orders: orders.map(orderOnPage),
    days,
    serversDay: utcDay(ctx.now()),
  };
});

export const action = formAction({
  async routine({ ctx, user, values: { day = '' } }) {
    return formSuccess((await logHabit(ctx, user.id, day)) ? 'Routine logged' : 'Logged already today');
  },
});

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

type FiguresProps = { journeyDays: number; streakDays: number; skinProgress: string };

const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

function Figures({ journeyDays, streakDays, skinProgress }: FiguresProps) {
  const figures = [
    { label: 'On your journey', value: daysText(journeyDays) },
    { label: 'Routine streak', value: daysText(streakDays) },
    { label: 'Skin progress', value: skinProgress },
  ];
  return (
    <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      {figures.map(({ label, value }) => (
        <div
          key={label}
          className="flex items-baseline justify-between gap-4 rounded-card border border-line bg-white px-5 py-4 sm:flex-col sm:gap-1 sm:p-6"
        >
          <dt className="text-soft">{label}</dt>
          <dd className="font-display text-3xl sm:text-4xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const links = [
  { to: '/quiz', Icon: StarIcon, title: 'Skin quiz', name: 'quiz' },
  { to: '/product', Icon: BagIcon, title: 'Shop', name: 'shop' },
  { to: '/account/progress', Icon: CameraIcon, title: 'Progress photo', name: 'photo' },
  { to: '#routine', Icon: CheckIcon, title: 'Log routine', name: 'routine' },
] as const;

function QuickLinks({ texts }: { texts: AccountTexts['quickLinks'] }) {
  return (
    <nav aria-label="Quick links">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {links.map(({ to, Icon, title, name }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full flex-col rounded-card border border-line bg-white p-5 transition-colors duration-150 hover:bg-blush"
            >
              <Icon className="mb-3 size-6 text-gold" />
              <span className="font-medium">{title}</span>
              <span className="text-sm text-soft">{texts[name]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tips({ title, items }: AccountTexts['tips']) {
  return (
    <section aria-labelledby="tips">
      <h2 id="tips" className="mb-4 text-3xl">
        {title}
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {items.map((tip) => (
          <li key={tip.title} className="rounded-card bg-blush p-6">
            <h3 className="mb-2 text-2xl">{tip.title}</h3>
            <p className="text-soft">{tip.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function Dashboard({ loaderData, matches: [, frame] }: Route.ComponentProps) {
  const { texts, journeyDays, orders, days, serversDay } = loaderData;
  const today = useToday(serversDay);
  return (
    <div className="space-y-10">
      <div>
        <h1 className="text-5xl">{`Hello, ${frame.loaderData.displayName}`}</h1>
        <p className="mt-2 text-lg text-soft">{texts.lead}</p>
      </div>
      <PageNotice />
      <Figures
        journeyDays={journeyDays}
        streakDays={streak(days, today)}
        skinProgress={orders.length > 0 ? 'Glowing' : 'Ready'}
      />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[1.7fr_1fr]">
        <HabitCard days={days} today={today} />
        <Picture
          {...texts.picture}
          alt=""
          sizes="(min-width: 1280px) 18rem, 0px"
          className="hidden h-full max-h-72 w-full rounded-card object-cover xl:block"
        />
      </div>
      <QuickLinks texts={texts.quickLinks} />
      <RecentOrders orders={orders} />
      <Tips {...texts.tips} />
    </div>
  );
}
