import { useMatches, useRouteLoaderData } from 'react-router';

import type { Role } from '#shared/roles.ts';

import { mayOpen, maySend, table, type AdminPath } from '../page-table.ts';

/** Role of the signed-in person, from the admin's frame. Elsewhere a customer's. */
function useRole(): Role {
  return useRouteLoaderData<{ role: Role }>('pages/admin/layout')?.role ?? 'customer';
}

/** Returns a predicate that is true for the admin pages that the signed-in person opens. */
export function useMayOpen(): (path: AdminPath) => boolean {
  const role = useRole();
  return (path) => mayOpen(role, path);
}

/** Returns a predicate that is true for the forms of the shown page that this person may send. */
export function useMaySend(): (form: string) => boolean {
  const role = useRole();
  const id = useMatches().at(-1)?.id;
  const page = table.find(({ file }) => `pages/${file.replace(/\.tsx?$/, '')}` === id);
  return (form) => page !== undefined && maySend(page, role, form);
}
