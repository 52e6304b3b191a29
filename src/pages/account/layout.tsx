import { NavLink, Outlet } from 'react-router';

import { findProfile } from '#modules/accounts/accounts.queries.server.ts';
import { signOut } from '#modules/accounts/ui/sign-out.ts';
import { classes } from '#ui/classes.ts';

import { UnsavedWork } from '../forms/unsaved-work.tsx';
import type { Route } from './+types/layout.ts';
import { customerLoader } from './customer-loader.server.ts';
import { titled } from '../page-meta.ts';

export const meta = titled('Account');

export const loader = customerLoader(async ({ ctx, user }) => {
  const profile = await findProfile(ctx.db, user.id);
  return { displayName: profile?.displayName ?? user.name };
});

const accountPages = [
  { to: '/account', label: 'Dashboard' },
  { to: '/account/orders', label: 'My Orders' },
  { to: '/account/profile', label: 'Profile' },
  { to: '/account/security', label: 'Security' },
];

const entry = 'flex min-h-11 shrink-0 items-center whitespace-nowrap rounded-xl px-4 transition-colors duration-150';

function Pages() {
  return (
    <ul className="flex flex-wrap gap-1 lg:flex-col">
      {accountPages.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            end={to === '/account'}
            className={({ isActive }) =>
              classes(entry, isActive ? 'bg-blush font-medium text-berry' : 'hover:bg-cream')
            }
          >
            {label}
          </NavLink>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => void signOut()}
          className={classes(entry, 'w-full text-berry hover:bg-cream')}
        >
          Sign Out
        </button>
      </li>
    </ul>
  );
}

/** Frame of the customer's pages, with navigation beside them, or above them on a phone. */
export default function AccountLayout({ loaderData: { displayName } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-6xl items-start gap-6 px-4 py-6 sm:px-6 md:py-10 lg:grid-cols-[14rem_1fr] lg:gap-10">
      <div className="rounded-card border border-line bg-white p-2 lg:sticky lg:top-24 lg:p-3 print:hidden">
        <div className="hidden border-b border-line px-4 pb-4 pt-2 lg:mb-3 lg:block">
          <p className="truncate font-medium">{displayName}</p>
          <p className="text-sm text-soft">Your account</p>
        </div>
        <nav aria-label="Account">
          <Pages />
        </nav>
      </div>
      <div className="min-w-0">
        <Outlet />
        <UnsavedWork />
      </div>
    </div>
  );
}
