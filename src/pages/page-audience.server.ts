import { data, type MiddlewareFunction } from 'react-router';

import { adminOrSignIn, assertSecured, customerOrSignIn } from '#modules/accounts/guard.server.ts';
import { pageUser } from '#modules/accounts/auth.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { notFoundPage, table } from './page-table.ts';

const pages = new Map([...table, notFoundPage].map((page) => [page.path, page]));

/**
 * Enforces the page table's audience on every page, by the route pattern that the router matched.
 * Other visitors reach neither loader nor action. Pages outside the table answer 404.
 */
export const enforceAudience: MiddlewareFunction<Response> = ({ context, request, pattern }, next) => {
  const audience = pages.get(`/${pattern}`.replace(/^\/+/, '/'))?.audience;
  if (audience === undefined) throw data(null, { status: 404 });
  const { visitor } = context.get(pageRequest);
  if (audience === 'customer') {
    assertSecured(visitor, request);
    context.set(pageUser, customerOrSignIn(visitor, request));
  }
  if (audience === 'admin') context.set(pageUser, adminOrSignIn(visitor, request));
  return next();
};
