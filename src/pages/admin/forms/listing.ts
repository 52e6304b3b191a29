import { pagePath } from '#shared/page-path.ts';

/** Rows of one page of a list. */
export const pageSize = 25;

/** What a list's address asks for: words to look for, a page from 1, and choices of which the first is the usual one. */
export function askedOf(request: Request) {
  const { searchParams } = new URL(request.url);
  const page = Number(searchParams.get('page') ?? '1');
  return {
    q: (searchParams.get('q') ?? '').trim().slice(0, 100),
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
    choice<T extends string>(name: string, options: readonly [T, ...T[]]): T {
      return options.find((option) => option === searchParams.get(name)) ?? options[0];
    },
    text: (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 200),
  };
}

/** The neighbouring pages' addresses: the same question, another page. */
export function neighbours(request: Request, page: number, hasMore: boolean) {
  const { pathname, searchParams } = new URL(request.url);
  const to = (target: number) => {
    const query = new URLSearchParams(searchParams);
    query.delete('_routes');
    if (target === 1) query.delete('page');
    else query.set('page', String(target));
    const text = query.toString();
    return pagePath(pathname) + (text === '' ? '' : `?${text}`);
  };
  return { previous: page === 1 ? null : to(page - 1), next: hasMore ? to(page + 1) : null };
}

/** The rows of this page of those that were found: one more than a page was asked for. */
export function slice<Row>(rows: readonly Row[]): { rows: Row[]; hasMore: boolean } {
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}
