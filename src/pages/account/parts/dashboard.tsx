import { Link } from 'react-router';

import { account } from '#content/account.ts';
import { BagIcon, CheckIcon, StarIcon } from '#ui/icons.tsx';
import { CameraIcon } from '#ui/media-icons.tsx';

type FiguresProps = { journeyDays: number; streakDays: number; skinProgress: string };

const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Days of the account, days in a row, and the state of the journey. */
export function Figures({ journeyDays, streakDays, skinProgress }: FiguresProps) {
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
  { to: '/quiz', Icon: StarIcon, ...account.quickLinks.quiz },
  { to: '/product', Icon: BagIcon, ...account.quickLinks.shop },
  { to: '/account/progress', Icon: CameraIcon, ...account.quickLinks.photo },
  { to: '#routine', Icon: CheckIcon, ...account.quickLinks.routine },
];

export function QuickLinks() {
  return (
    <nav aria-label="Quick links">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {links.map(({ to, Icon, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full flex-col rounded-card border border-line bg-white p-5 transition-colors duration-150 hover:bg-blush"
            >
              <Icon className="mb-3 size-6 text-gold" />
              <span className="font-medium">{title}</span>
              <span className="text-sm text-soft">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Tips() {
  const { title, items } = account.tips;
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
