import type { ReactNode } from 'react';
import { useMatches } from 'react-router';

/** True on admin pages, which are not inside the shop's frame. */
export const useIsWork = () => useMatches().some(({ id }) => id === 'pages/admin/layout');

/** Wraps a replacement page. The shop's frame has its own main element, admin pages do not. */
export function InPlaceOfPage({ children }: { children: ReactNode }) {
  return useIsWork() ? <main id="content">{children}</main> : children;
}
