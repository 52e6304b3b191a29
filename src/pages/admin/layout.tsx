import { useState } from 'react';
import { isRouteErrorResponse, Link, Outlet, useLocation, useRevalidator } from 'react-router';

import { roleLabels } from '#modules/accounts/role-labels.ts';
import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { findProfile } from '#modules/accounts/accounts.queries.server.ts';
import { signOut } from '#modules/accounts/ui/sign-out.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { isLiveShopWithTestKeys } from '#modules/payments/payment-mode.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { type Role } from '#shared/roles.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog, DialogHead } from '#ui/dialog.tsx';
import type { ElementChildren } from '#ui/element-children.ts';
import { MenuIcon } from '#ui/icons.tsx';

import { PageError } from '../frame/page-error.tsx';
import { NotFound } from '../frame/not-found.tsx';
import type { Route } from './+types/layout.ts';
import { titled as titledPage } from '../page-meta.ts';
import { CanSubmitContext } from '../forms/can-submit.ts';
import { UnsavedWork } from '../forms/unsaved-work.tsx';
import { useRememberedLists } from './components/seen-lists.ts';
import { labelAt, menuAt, titled } from './navigation.ts';
import { useCanSubmitForm } from './use-permissions.ts';

/** Pages of the menu have its label as title. */
export function meta(args: Route.MetaArgs) {
  const label = labelAt(args.location.pathname);
  return (label === null ? titledPage('Admin') : titled(label))(args);
}

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const profile = await findProfile(ctx.db, user.id);
  const { role } = user;
  return { displayName: profile?.displayName ?? user.name, role, isRehearsal: isLiveShopWithTestKeys(ctx.settings) };
}

/** Never: navigation does not reload the frame, so it also works while the shop is unreachable. */
export const shouldRevalidate = () => false;

type LinkProps = { to: string; label: string; isCurrent: boolean; className: string; onGo: (() => void) | undefined };

/** Link of the menu. The one of the shown page scrolls into view. */
function MenuLink({ to, label, isCurrent, className, onGo }: LinkProps) {
  const show = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' });
  return (
    <Link
      key={String(isCurrent)}
      ref={isCurrent ? show : null}
      to={to}
      onClick={onGo}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'flex min-h-11 items-center rounded-xl pr-3 transition-colors duration-150 focus-visible:-outline-offset-3',
        isCurrent ? 'bg-blush font-medium text-berry' : 'hover:bg-cream',
        className,
      )}
    >
      {label}
    </Link>
  );
}

function Menu({ role, onGo }: { role: Role; onGo?: (() => void) | undefined }) {
  const { pathname } = useLocation();
  return (
    <ul>
      {menuAt(role, pathname).map(({ pages, isOpen, ...entry }) => (
        <li key={entry.label}>
          <MenuLink {...entry} onGo={onGo} className={classes('pl-4', isOpen && 'font-medium')} />
          {pages.length === 0 ? null : (
            <ul className="mb-1">
              {pages.map((page) => (
                <li key={page.to}>
                  <MenuLink {...page} onGo={onGo} className="pl-8" />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Who({ displayName, role }: { displayName: string; role: Role }) {
  return (
    <div className="border-t border-line px-4 pt-3">
      <p className="truncate font-medium">{displayName}</p>
      <p className="text-sm text-soft">{roleLabels[role]}</p>
      <div className="flex flex-wrap gap-x-5">
        <Link to="/account/security" className="flex min-h-11 items-center text-berry hover:underline">
          My account
        </Link>
        <button type="button" onClick={() => void signOut()} className="min-h-11 text-berry hover:underline">
          Sign Out
        </button>
      </div>
    </div>
  );
}

type SidebarProps = { displayName: string; role: Role; onGo?: () => void };

/** Menu, and below it the signed-in person. Only the menu scrolls. */
function Sidebar({ displayName, role, onGo }: SidebarProps) {
  return (
    <>
      <nav aria-label="Admin" className="-mx-3 min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        <Menu role={role} onGo={onGo} />
      </nav>
      <Who displayName={displayName} role={role} />
    </>
  );
}

function Logo() {
  const { name, logo } = useSite();
  return (
    <Link to="/" aria-label={`${name} shop`} className="flex min-h-11 shrink-0 items-center">
      <img {...logo.onLight} alt="" />
    </Link>
  );
}

function RehearsalRibbon() {
  return (
    <p role="status" className="sticky top-0 z-10 bg-ink px-4 py-2 text-center text-white">
      Test mode: the payment keys are test keys, so real cards are declined.
    </p>
  );
}

type FrameProps = { displayName: string; role: Role; isRehearsal?: boolean; children: ElementChildren };

function AdminFrame({ displayName, role, isRehearsal = false, children }: FrameProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div data-admin className="flex min-h-dvh flex-col lg:flex-row">
      <header className="flex items-center justify-between border-b border-line bg-white px-4 py-1 lg:hidden">
        <Logo />
        <IconButton label="Open menu" onClick={() => setOpen(true)}>
          <MenuIcon />
        </IconButton>
      </header>
      <noscript>
        <nav aria-label="Admin" className="border-b border-line bg-white lg:hidden">
          <Menu role={role} />
        </nav>
      </noscript>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-white px-3 py-3 lg:flex"
      >
        <div className="mb-2 px-4">
          <Logo />
        </div>
        <Sidebar displayName={displayName} role={role} />
      </aside>
      <Dialog open={isOpen} onClose={close} labelledBy="admin-menu" className="drawer bg-white text-ink">
        <div className="flex h-full flex-col px-3 py-4">
          <DialogHead
            id="admin-menu"
            title="Menu"
            close="Close menu"
            onClose={close}
            className="mb-2 px-4"
            size="text-2xl"
          />
          <Sidebar displayName={displayName} role={role} onGo={close} />
        </div>
      </Dialog>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8">
        {isRehearsal ? <RehearsalRibbon /> : null}
        {children}
      </main>
    </div>
  );
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useRememberedLists();
  return (
    <AdminFrame {...loaderData}>
      <CanSubmitContext value={useCanSubmitForm()}>
        <Outlet />
      </CanSubmitContext>
      <UnsavedWork asksWithinPage />
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
