import { useState } from 'react';
import { isRouteErrorResponse, Link, NavLink, Outlet, useRevalidator } from 'react-router';

import { roleLabels } from '#modules/accounts/role-labels.ts';
import { pageUser } from '#modules/accounts/auth.server.ts';
import { findProfile } from '#modules/accounts/profile.server.ts';
import { signOut } from '#modules/accounts/ui/sign-out.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { isRehearsal } from '#modules/payments/payment-mode.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { type Role } from '#shared/roles.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog, DialogHead } from '#ui/dialog.tsx';
import type { Elements } from '#ui/elements.ts';
import { MenuIcon } from '#ui/icons.tsx';

import { PageError } from '../frame/page-error.tsx';
import { NotFound } from '../frame/not-found.tsx';
import type { Route } from './+types/layout.ts';
import { titled as titledPage } from '../page-meta.ts';
import { MaySend } from '../forms/may-send.ts';
import { adminPages, groupsOf, titled } from './navigation.ts';
import { useMaySend } from './use-role.ts';

/** Sidebar pages have the sidebar's label as title. */
export function meta(args: Route.MetaArgs) {
  const entry = adminPages.find(({ to }) => to === args.location.pathname.replace(/\/$/, ''));
  return (entry === undefined ? titledPage('Admin') : titled(entry.label))(args);
}

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const profile = await findProfile(ctx.db, user.id);
  const { role } = user;
  return { displayName: profile?.displayName ?? user.name, role, isRehearsal: isRehearsal(ctx.settings) };
}

/** Never: navigation does not reload the frame, so it also works while the shop is unreachable. */
export const shouldRevalidate = () => false;

function Entry({ to, label, onGo }: { to: string; label: string; onGo: (() => void) | undefined }) {
  return (
    <li>
      <NavLink
        to={to}
        end={to === '/admin'}
        onClick={onGo}
        className={({ isActive }) =>
          classes(
            'flex min-h-11 items-center rounded-xl px-4 transition-colors duration-150',
            isActive ? 'bg-blush font-medium text-berry' : 'hover:bg-cream',
          )
        }
      >
        {label}
      </NavLink>
    </li>
  );
}

function Pages({ role, onGo }: { role: Role; onGo: (() => void) | undefined }) {
  return groupsOf(role).map(({ name, pages }) => (
    <div key={name ?? 'first'} className="mb-5">
      {name === null ? null : <p className="mb-1 px-4 text-sm text-soft">{name}</p>}
      <ul className="space-y-1">
        {pages.map(({ to, label }) => (
          <Entry key={to} to={to} label={label} onGo={onGo} />
        ))}
      </ul>
    </div>
  ));
}

function Who({ displayName, role }: { displayName: string; role: Role }) {
  return (
    <div className="border-t border-line px-4 pt-4">
      <p className="truncate font-medium">{displayName}</p>
      <p className="text-sm text-soft">{roleLabels[role]}</p>
      <Link to="/account/security" className="flex min-h-11 items-center text-berry hover:underline">
        My account
      </Link>
      <button type="button" onClick={() => void signOut()} className="min-h-11 text-berry hover:underline">
        Sign Out
      </button>
    </div>
  );
}

type SidebarProps = { displayName: string; role: Role; onGo?: () => void };

function Sidebar({ displayName, role, onGo }: SidebarProps) {
  const { name, logo } = useSite();
  return (
    <>
      <Link to="/" className="mb-6 block px-4" aria-label={`${name} shop`}>
        <img {...logo.onLight} alt="" />
      </Link>
      <nav aria-label="Admin" className="mb-6">
        <Pages role={role} onGo={onGo} />
      </nav>
      <Who displayName={displayName} role={role} />
    </>
  );
}

function RehearsalRibbon() {
  return (
    <p role="status" className="sticky top-0 z-10 bg-ink px-4 py-2 text-center text-white">
      Rehearsal: the payment keys are test keys, no real card can pay.
    </p>
  );
}

type FrameProps = { displayName: string; role: Role; isRehearsal?: boolean; children: Elements };

function AdminFrame({ displayName, role, isRehearsal = false, children }: FrameProps) {
  const { name, logo } = useSite();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <header className="flex items-center justify-between border-b border-line bg-white px-4 py-2 lg:hidden">
        <img {...logo.onLight} alt={name} />
        <IconButton label="Open menu" onClick={() => setOpen(true)}>
          <MenuIcon />
        </IconButton>
      </header>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh w-64 shrink-0 overflow-y-auto border-r border-line bg-white px-3 py-6 lg:block"
      >
        <Sidebar displayName={displayName} role={role} />
      </aside>
      <Dialog open={isOpen} onClose={close} labelledBy="admin-menu" className="drawer bg-white px-3 py-6 text-ink">
        <DialogHead
          id="admin-menu"
          title="Menu"
          close="Close menu"
          onClose={close}
          className="mb-4 px-4"
          size="text-2xl"
        />
        <Sidebar displayName={displayName} role={role} onGo={close} />
      </Dialog>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-8 outline-none sm:px-8 lg:px-12">
        {isRehearsal ? <RehearsalRibbon /> : null}
        {children}
      </main>
    </div>
  );
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame {...loaderData}>
      <MaySend value={useMaySend()}>
        <Outlet />
      </MaySend>
    </AdminFrame>
  );
}

/** Error page within the admin frame, for pages without their own. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { revalidate } = useRevalidator();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <AdminFrame displayName={loaderData?.displayName ?? ''} role={loaderData?.role ?? 'customer'}>
      {isMissing ? (
        <NotFound />
      ) : (
        <PageError error={error} onRetry={() => void revalidate()}>
          <ButtonLink to="/admin" look="second">
            Go to the dashboard
          </ButtonLink>
        </PageError>
      )}
    </AdminFrame>
  );
}
