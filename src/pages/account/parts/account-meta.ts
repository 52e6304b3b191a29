import { site } from '#content/site.ts';

/** What every page of the account says of itself: its title, and that it is not for search engines. */
export function accountMeta(title: string) {
  return [{ title: `${title} | ${site.name}` }];
}
