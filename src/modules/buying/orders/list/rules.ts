import { site } from '#content/site.ts';
import { beginning } from '#shared/pattern.ts';

import { orderStatuses, paymentStatuses, type OrderStatus, type PaymentStatus } from '../rules.ts';

/** Which orders a list shows. */
export type OrderFilter = {
  /** The beginning of a number, an e-mail or a name; '' for all. */
  search: string;
  status: OrderStatus | null;
  payment: PaymentStatus | null;
  heldOnly: boolean;
};

/** The page of a list: from one order on, to older or to newer ones; without one the newest. */
export type PagePlace = { from: string; towards: 'older' | 'newer' } | null;

const among = <T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((one) => one === value) ?? null;

const searchMax = 100;

/** The filter that an address names; what no list knows is left out. */
export function filterOf(query: URLSearchParams): OrderFilter {
  return {
    search: (query.get('q') ?? '').trim().slice(0, searchMax),
    status: among(orderStatuses, query.get('status')),
    payment: among(paymentStatuses, query.get('payment')),
    heldOnly: query.get('held') === 'yes',
  };
}

const numberForm = /^[A-Z0-9-]{1,40}$/;

/** The page that an address names. */
export function placeOf(query: URLSearchParams): PagePlace {
  const towards = query.has('after') ? 'older' : 'newer';
  const from = (query.get('after') ?? query.get('before') ?? '').toUpperCase();
  return numberForm.test(from) ? { from, towards } : null;
}

/** The query of a filter and a page, '' for the whole list from its beginning. */
export function queryOf({ search, status, payment, heldOnly }: OrderFilter, place: PagePlace = null): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (status !== null) query.set('status', status);
  if (payment !== null) query.set('payment', payment);
  if (heldOnly) query.set('held', 'yes');
  if (place !== null) query.set(place.towards === 'older' ? 'after' : 'before', place.from);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export const isFiltered = (filter: OrderFilter) => queryOf(filter) !== '';

/** The beginnings by which an order is looked for. */
export type SearchTerms = {
  numbers: string[];
  email: string;
  /** Of a last name, or of first and last name together. */
  name: string;
};

/** What a search looks for: a number with or without its prefix, an e-mail, a last name, a first name, or both names. */
export function searchTerms(search: string): SearchTerms | null {
  const text = search.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return null;
  const lower = text.toLowerCase();
  const upper = text.toUpperCase();
  return {
    numbers: [beginning(upper), beginning(`${site.orderPrefix}-${upper}`)],
    email: beginning(lower),
    name: beginning(lower),
  };
}
