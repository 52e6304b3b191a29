import { data, redirect, type MiddlewareFunction } from 'react-router';

import { assertSecured, customerOrSignIn, notYourRole, teamOrSignIn } from '#modules/accounts/guard.server.ts';
import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { appendSecurityEvent } from '#modules/accounts/security-log.server.ts';
import { pathArea } from '#modules/accounts/security-log.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { Role } from '#shared/roles.ts';

import { menuAt } from './admin/navigation.ts';
import { pageForms } from './forms/form-action.server.ts';
import { canSubmitForm, notFoundPage, pageRoutes, type PageRoute } from './page-registry.ts';

const pages = new Map([...pageRoutes, notFoundPage].map((page) => [page.path, page]));

const opens = ({ roles }: PageRoute, role: Role) => roles?.some((one) => one === role) === true;

type Args = Parameters<MiddlewareFunction<Response>>[0];

/** Refuses an admin page to a person whose role does not open it. */
async function refusePage({ context, request }: Args, user: SignedInUser, page: PageRoute): Promise<never> {
  // Sign-in leads to the dashboard. Who may not open it starts with the first page of their role.
  if (page.path === '/admin') throw redirect(menuAt(user.role, page.path)[0]?.to ?? '/account');
  const { ctx, visitor } = context.get(pageRequest);
  const { ip, requestId } = visitor;
  const subject = pathArea(new URL(request.url).pathname);
  await appendSecurityEvent(ctx, { kind: 'admin_refused', subject, accountId: user.id, ip });
  throw data({ message: notYourRole, requestId }, { status: 403 });
}

/**
 * Enforces the page table's audience and roles on every page, by the route pattern that the router
 * matched. Other visitors reach neither loader nor action. Pages outside the table answer 404.
 */
export const enforceAudience: MiddlewareFunction<Response> = async (args, next) => {
  const { context, request, pattern } = args;
  const page = pages.get(`/${pattern}`.replace(/^\/+/, '/'));
  if (page === undefined) throw data(null, { status: 404 });
  const { visitor } = context.get(pageRequest);
  if (page.audience === 'customer') {
    assertSecured(visitor, request);
    context.set(pageUser, customerOrSignIn(visitor, request));
  }
  if (page.audience === 'admin') {
    const user = teamOrSignIn(visitor, request);
    if (!opens(page, user.role)) await refusePage(args, user, page);
    context.set(pageUser, user);
    context.set(pageForms, (form) => canSubmitForm(page, user.role, form));
  }
  return next();
};
