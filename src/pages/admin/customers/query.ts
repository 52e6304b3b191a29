import type { CustomerQuery } from '#modules/owner/analytics/reports/customers/service.server.ts';

export const kinds = [
  { value: 'accounts', label: 'Accounts' },
  { value: 'guests', label: 'Guests' },
];

/** What an address asks of the list. */
export function queryOf(request: Request): CustomerQuery {
  const { searchParams } = new URL(request.url);
  return {
    search: searchParams.get('q') ?? '',
    guests: searchParams.get('kind') === 'guests',
    after: searchParams.get('after'),
    before: searchParams.get('before'),
  };
}

/** The address of a list: its search, and the page where one is named. */
export function listAddress({ search, guests }: CustomerQuery, page: Record<string, string> = {}, path = ''): string {
  const asked = { ...(search === '' ? {} : { q: search }), ...(guests ? { kind: 'guests' } : {}), ...page };
  const text = new URLSearchParams(asked).toString();
  return `/admin/customers${path}${text === '' ? '' : `?${text}`}`;
}
