import { pagePath } from '#shared/page-path.ts';

type Page = { path?: string | undefined; parentId?: string | undefined };

/** Names an address by the first part of its page's own, and everything that is no page `other`: visitors cannot add names. */
export function pageNames(pages: readonly Page[]): (path: string) => string {
  const firsts = pages.map(({ path }) => path?.split('/')[0]);
  const known = new Set(firsts.filter((first) => first !== undefined && !/^[:*]/.test(first)));
  return (path) => {
    const [, first = '', ...rest] = pagePath(path).split('/');
    if (first === '') return '/';
    if (!known.has(first)) return first === 'assets' ? '/assets/*' : 'other';
    return rest.length === 0 ? `/${first}` : `/${first}/*`;
  };
}
