import type { LoaderFunctionArgs } from 'react-router';

import { pageUser } from '#modules/accounts/page-auth.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

type Asked = Pick<LoaderFunctionArgs, 'request' | 'params'>;

/** The loader of a customer's page; that someone is signed in stands in the page table. */
export const customerLoader =
  <T>(load: (page: PageRequest & Asked & { user: SignedInUser }) => T) =>
  ({ context, request, params }: Asked & Pick<LoaderFunctionArgs, 'context'>): T =>
    load({ ...context.get(pageRequest), request, params, user: context.get(pageUser) });
