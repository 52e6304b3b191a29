import type { ReactNode } from 'react';
import { useMatches } from 'react-router';

/** Whether the page is the admin's, which does not stand in the shop's frame. */
export const useIsWork = () => useMatches().some(({ id }) => id === 'pages/admin/layout');

/** Around what stands in place of a page: the shop's frame has its main part, an admin's page brings its own. */
export function InPlaceOfPage({ children }: { children: ReactNode }) {
  return useIsWork() ? <main id="content">{children}</main> : children;
}
