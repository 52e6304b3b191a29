import { paymentModes, type PaymentMode } from '#modules/payments/payment-mode.ts';
import { maxTagLength } from '#modules/team-notes/team-notes.ts';
import { allTime, parseDays, parseMoments, type DayRange, type MomentRange } from '#shared/day-range.ts';
import { folded } from '#shared/search-fold.ts';
import { distinct, searchedTexts, wordPatterns } from '#shared/search-patterns.ts';
import { isUuid } from '#shared/uuid.ts';

import { orderNumberIn, type OrderPrefixes } from './order-number.ts';
import { orderStatuses, paymentStatuses, type OrderStatus, type PaymentStatus } from './order-status.ts';

/** Dimensions by which the figures group orders. */
export const figureDimensions = ['code', 'source', 'state', 'device'] as const;
export type FigureDimension = (typeof figureDimensions)[number];

/**
 * Orders that a figure counts: `sold` are paid or free, `paid` have a captured payment.
 */
const countings = ['sold', 'paid'] as const;
export type Counting = (typeof countings)[number];

/** Filter for the orders behind a figure. Null matches any. */
export type FigureFilter = Record<FigureDimension, string | null> & {
  counted: Counting | null;
  mode: PaymentMode | null;
  /** Days on which money went back. */
  refunded: DayRange | null;
};

/** Filter of an order list. */
export type OrderFilter = {
  /**
   * Part of a number, email, name, phone number, address, delivery note or tracking number; '' for
   * all.
   */
  search: string;
  /** Prefixes of order numbers: the present one, then earlier ones. */
  prefixes: OrderPrefixes;
  status: OrderStatus | null;
  payment: PaymentStatus | null;
  heldOnly: boolean;
  /** True for the orders that the shipping desk lists. */
  toShipOnly: boolean;
  /** Id of an account or email of a guest; null for all. */
  customer: string | null;
  /** Tag that the team gave; null for all. */
  tag: string | null;
  /** Moments between which an order was placed. */
  placed: MomentRange;
} & FigureFilter;

const noFigure: FigureFilter = {
  code: null,
  source: null,
  state: null,
  device: null,
  counted: null,
  mode: null,
  refunded: null,
};

/** Filter that every order passes. */
export const everyOrder: OrderFilter = {
  search: '',
  prefixes: [],
  status: null,
  payment: null,
  heldOnly: false,
  toShipOnly: false,
  customer: null,
  tag: null,
  placed: allTime,
  ...noFigure,
};

const among = <T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((one) => one === value) ?? null;

const searchMax = 100;

/** Returns the days in a query string, between which an order was placed. */
export const placedRange = (query: URLSearchParams) => parseMoments(query.get('from') ?? '', query.get('to') ?? '');

/** Key of an order without a code, or whose source or device is not recorded, in a query string. */
const withoutKey = '-';

/** Returns the parameter of a figure's key, as `filterOf` reads it. */
export const keyParam = (key: string) => (key === '' ? withoutKey : key);

const maxKey = 200;

function keyIn(query: URLSearchParams, dimension: FigureDimension): string | null {
  const typed = (query.get(dimension) ?? '').slice(0, maxKey);
  return typed === '' ? null : typed === withoutKey ? '' : typed;
}

/** Returns the parameter of days on which money went back, as `filterOf` reads it. */
export const refundedParam = ({ from, to }: DayRange) => `${from ?? ''}_${to ?? ''}`;

function refundedIn(query: URLSearchParams): DayRange | null {
  const [from = '', to = ''] = (query.get('refunded') ?? '').split('_');
  const days = parseDays(from, to);
  return query.get('refunded') && days.ok ? days.value : null;
}

/** Returns the filter in a query string. Unknown values are ignored. */
export function filterOf(query: URLSearchParams, prefixes: OrderPrefixes): OrderFilter {
  const customer = query.get('customer') ?? '';
  const placed = placedRange(query);
  return {
    search: (query.get('q') ?? '').trim().slice(0, searchMax),
    prefixes,
    status: among(orderStatuses, query.get('status')),
    payment: among(paymentStatuses, query.get('payment')),
    heldOnly: query.get('show') === 'held',
    toShipOnly: query.get('show') === 'to_ship',
    customer: isUuid(customer) || customer.includes('@') ? customer : null,
    tag: query.get('tag')?.slice(0, maxTagLength) || null,
    placed: placed.ok ? placed.value : allTime,
    code: keyIn(query, 'code'),
    source: keyIn(query, 'source'),
    state: keyIn(query, 'state'),
    device: keyIn(query, 'device'),
    counted: among(countings, query.get('counted')),
    mode: among(paymentModes, query.get('mode')),
    refunded: refundedIn(query),
  };
}

type Searched = Pick<OrderFilter, 'search' | 'prefixes'>;

const phoneLike = /^[\d\s()+./-]+$/;

/**
 * Returns other spellings of a search: one or two characters after the order prefix, a whole order
 * number, the digits of a phone number.
 */
function otherSpellings(words: string, { search, prefixes }: Searched): string[] {
  const isPhone = phoneLike.test(words);
  const number = isPhone ? null : orderNumberIn(search, prefixes);
  return [
    ...(/^[\p{L}\p{N}]{1,2}$/u.test(words) ? prefixes.map((prefix) => folded(prefix) + words) : []),
    ...(isPhone ? [words.replaceAll(/\D/g, '')] : []),
    ...(number === null ? [] : [folded(number)]),
  ];
}

/**
 * Returns the alternatives of a search, or null without one. Each is a list of patterns that an
 * order's text must all match. They are its words, in any order, as parts of number, email, name,
 * phone number, address, delivery note or tracking number. One or two letters match the start of
 * a word.
 */
export function searchPatterns(searched: Searched): string[][] | null {
  const texts = searchedTexts(searched.search);
  if (texts === null) return null;
  const spellings = texts.slice(0, 1).flatMap((words) => otherSpellings(words, searched));
  return distinct([...texts, ...spellings].flatMap(wordPatterns));
}
