import { site } from '#content/site.ts';
import { searchedWords, searchPattern } from '#shared/pattern.ts';

import { orderStatuses, paymentStatuses, type OrderStatus, type PaymentStatus } from '../rules.ts';

/** Which orders a list shows. */
export type OrderFilter = {
  /** A part of a number, e-mail, name, phone number, ZIP code or tracking number; '' for all. */
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

const prefix = `${site.orderPrefix.toLowerCase()}-`;
const phoneLike = /^[\d\s()+./-]+$/;

/** Other words by which the same is meant: the end of an order number's prefix, the digits of a phone number. */
function alsoMeant(words: string): string[] {
  const digits = words.replaceAll(/\D/g, '');
  return [...(/^[\p{L}\p{N}]{1,2}$/u.test(words) ? [prefix + words] : []), ...(phoneLike.test(words) ? [digits] : [])];
}

/**
 * The patterns of a search, one of which an order's text must fit: any part of its number, e-mail, name, phone number, ZIP code or
 * tracking number, of one or two letters the beginning of a word. Null without a search.
 */
export function searchPatterns(search: string): string[] | null {
  const words = searchedWords(search);
  if (words === null) return null;
  const patterns = [words, ...alsoMeant(words)].map(searchPattern).filter((one) => one !== null);
  return [...new Set(patterns)];
}
