import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { readOfTab, storeOfTab } from '#ui/browser-storage.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { labelAt } from '../navigation.ts';

const keyOf = (path: string) => `admin_list:${path}`;

/** Parameters that report what a form did. Going back does not report it again. */
const outcomes = ['created', 'erased'];

type Seen = { pathname: string; search: string };

/** Remembers filters and page of a list of the menu, for the links back from its records. */
export function rememberList({ pathname, search }: Seen): void {
  if (labelAt(pathname) === null) return;
  const query = new URLSearchParams(search);
  for (const name of outcomes) query.delete(name);
  storeOfTab(keyOf(pathname.replace(/\/$/, '')), query.toString());
}

/** Returns a list's address with the filters and page that this tab saw last. */
export function seenList(path: string): string {
  const query = readOfTab(keyOf(path)) ?? '';
  return query === '' ? path : `${path}?${query}`;
}

/** Remembers every list that the admin's frame shows. */
export function useRememberedLists(): void {
  const { pathname, search } = useLocation();
  useEffect(() => rememberList({ pathname, search }), [pathname, search]);
}

/** Returns a list's address as `seenList`. Without the filters before hydration. */
export function useSeenList(path: string): string {
  const isHydrated = useIsHydrated();
  return isHydrated ? seenList(path) : path;
}
