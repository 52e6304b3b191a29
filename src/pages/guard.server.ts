import { data, type MiddlewareFunction } from 'react-router';

import { adminOrSignIn, assertSecured, customerOrSignIn } from '#modules/accounts/guard.server.ts';
import { pageUser } from '#modules/accounts/page-auth.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { notFoundPage, table } from './table.ts';

const pages = new Map([...table, notFoundPage].map((page) => [page.path, page]));

/**
 * Stands before every page and asks the page table who may open it, by the pattern that the router itself has matched: nobody
 * else's loader or action runs. A page that is not in the table is not there.
 */
export const guard: MiddlewareFunction<Response> = ({ context, request, pattern }, next) => {
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
