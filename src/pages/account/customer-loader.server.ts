import type { LoaderFunctionArgs } from 'react-router';

import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

type RouteArgs = Pick<LoaderFunctionArgs, 'request' | 'params'>;

/** Wraps the loader of a customer's page. The page table requires the sign-in. */
export const customerLoader =
  <T>(load: (page: PageRequest & RouteArgs & { user: SignedInUser }) => T) =>
  ({ context, request, params }: RouteArgs & Pick<LoaderFunctionArgs, 'context'>): T =>
    load({ ...context.get(pageRequest), request, params, user: context.get(pageUser) });
