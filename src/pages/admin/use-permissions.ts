import { useMatches, useRouteLoaderData } from 'react-router';

import type { Role } from '#shared/roles.ts';

import {
  canOpenPage,
  canSubmitForm,
  pageRoutes,
  type AdminPath,
  type FormPath,
  type PageRoute,
} from '../page-registry.ts';

/** Role of the signed-in person, from the admin's frame. Elsewhere a customer's. */
function useRole(): Role {
  return useRouteLoaderData<{ role: Role }>('pages/admin/layout')?.role ?? 'customer';
}

/** Returns a predicate that is true for the admin pages that the signed-in person opens. */
export function useCanOpenPage(): (path: AdminPath) => boolean {
  const role = useRole();
  return (path) => canOpenPage(role, path);
}

/**
 * Returns a predicate that is true for the forms of a page, by default the shown one, that this
 * person may send.
 */
export function useCanSubmitForm(path?: FormPath): (form: string) => boolean {
  const role = useRole();
  const id = useMatches().at(-1)?.id;
  const isPage = (one: PageRoute) =>
    path === undefined ? `pages/${one.file.replace(/\.tsx?$/, '')}` === id : one.path === path;
  const page = pageRoutes.find(isPage);
  return (form) => page !== undefined && canSubmitForm(page, role, form);
}
