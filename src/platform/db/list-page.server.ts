import { and, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { maxCounted } from '#shared/list-results.ts';

import { sqlState } from './database-errors.server.ts';

/** Column or expression that a list is sorted by. */
export type SortKey = PgColumn | { by: SQL; type: 'text' | 'timestamptz' | 'integer' | 'bigint'; isNullable?: true };

/** Sorts of a list. */
export type ListOrder = {
  /** Keys by their names in the address. */
  sorts: Readonly<Record<string, SortKey>>;
  /** Keys that decide between equal rows, in the direction of the sort. The last is unique. */
  tie: readonly SortKey[];
  /** Sort without one in the address: a name, or `-name` for descending. */
  first: string;
  /** `desc` for indexes made with `.desc()`, in which null is the smallest value. */
  indexed: 'asc' | 'desc';
};

/** Page that a list's address asks for. An unknown sort or cursor is ignored. */
export type ListPage = {
  sort: string;
  cursor: string | null;
  towards: 'next' | 'previous';
  size: number;
  /** True if the rows of all pages are counted. */
  isCounted?: boolean;
};

/** Rows of a page, the cursors of its neighbors, and the sort in force. */
export type FoundPage<Row> = {
  rows: Row[];
  previous: string | null;
  next: string | null;
  sort: string;
  /** Rows of all pages, one more than `maxCounted` at most. Null if they are not counted. */
  results: number | null;
};

type Values = readonly (string | null)[];

/** Parts of the query for a page. Its rows are in the direction of paging. */
export type ListPart = {
  beyond: SQL | undefined;
  orderBy: SQL[];
  /** The same order without an index, to sort few rows that another index has found. */
  gatheredBy: SQL[];
  /** Values of the sort keys, for the cursor. */
  position: SQL<Values>;
  limit: number;
  /** Position of the cursor, or null for the first page. */
  from: Values | null;
  sort: string;
  isDescending: boolean;
  /** True if the rows are only counted, so that their order does not matter. */
  isCount: boolean;
};

const sqlOf = (key: SortKey): SQL => ('by' in key ? key.by : sql`${key}`);
// A serial column is an integer.
const typeOf = (key: SortKey) => ('by' in key ? key.type : key.getSQLType().replace('serial', 'int'));
const isNullable = (key: SortKey) => ('by' in key ? key.isNullable === true : !key.notNull);
const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
const nameOf = (sort: string) => sort.replace(/^-/, '');

const cursorForm = z.tuple([z.string()], z.string().nullable());

/** Returns the cursor of a row, by its values of the sort keys. */
export const cursorText = (sort: string, position: Values) =>
  Buffer.from(JSON.stringify([sort, ...position])).toString('base64url');

/** Returns the position in a cursor. Null if it is none, or one of another sort. */
function readCursor(text: string, sort: string): Values | null {
  try {
    const [by, ...values] = cursorForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return by === sort ? values : null;
  } catch {
    return null;
  }
}

function keysOf({ sorts, tie, first }: ListOrder, input: string) {
  const sort = Object.hasOwn(sorts, nameOf(input)) ? input : first;
  const key = sorts[nameOf(sort)];
  if (key === undefined) throw new Error(`The list has no sort ${sort}`);
  return { sort, keys: [key, ...tie.filter((other) => other !== key)] };
}

type Scan = { isDescending: boolean; isNullLast: boolean };

/** Condition for rows behind a position in the direction of a scan. */
function behind(keys: readonly SortKey[], from: Values, { isDescending, isNullLast }: Scan): SQL | undefined {
  const compared = (some: readonly SortKey[], values: Values) => {
    const cast = some.map((key, index) => sql`${values[index] ?? null}::${sql.raw(typeOf(key))}`);
    return sql`(${list(some.map(sqlOf))}) ${sql.raw(isDescending ? '<' : '>')} (${list(cast)})`;
  };
  const [key, ...rest] = keys;
  if (key === undefined) return undefined;
  if (from[0] !== null) {
    const past = compared(keys, from);
    return isNullLast && isNullable(key) ? or(past, sql`${sqlOf(key)} is null`) : past;
  }
  const amongNulls = and(sql`${sqlOf(key)} is null`, compared(rest, from.slice(1)));
  return isNullLast ? amongNulls : or(amongNulls, sql`${sqlOf(key)} is not null`);
}

/** Returns the parts of the query for a page, with one row more than fits. */
export function listPart(order: ListOrder, { sort: input, cursor, towards, size }: ListPage): ListPart {
  const { sort, keys } = keysOf(order, input);
  const read = cursor === null ? null : readCursor(cursor, sort);
  const from = read?.length === keys.length ? read : null;
  const isDescending = sort.startsWith('-') !== (from !== null && towards === 'previous');
  const isNullLast = isDescending === (order.indexed === 'desc');
  const nulls = order.indexed === 'asc' ? '' : isNullLast ? ' nulls last' : ' nulls first';
  const way = sql.raw(`${isDescending ? 'desc' : 'asc'}${nulls}`);
  const columns = keys.map(sqlOf);
  return {
    beyond: from === null ? undefined : behind(keys, from, { isDescending, isNullLast }),
    orderBy: columns.map((column) => sql`${column} ${way}`),
    // An array is not in the index of its column.
    gatheredBy: columns.map((column) => sql`array[${column}] ${way}`),
    position: sql<Values>`array[${list(columns.map((column) => sql`${column}::text`))}]`,
    limit: size + 1,
    from,
    sort,
    isDescending,
    isCount: false,
  };
}

type Find<Row> = (part: ListPart) => PromiseLike<readonly Row[]>;

/** Returns the rows beyond a cursor. None if the database cannot read its values. */
async function rowsBeyond<Row>(part: ListPart, find: Find<Row>): Promise<readonly Row[]> {
  try {
    return await find(part);
  } catch (error) {
    if (part.from !== null && sqlState(error)?.startsWith('22') === true) return [];
    throw error;
  }
}

/** Order of rows that are only counted: none, so that any index may find them. */
const noOrder = [sql`null::int`];

/**
 * Counts the rows of all pages, one more than `maxCounted` at most, so that the cost is that of one
 * large page without a sort. Null if the page does not ask for it.
 */
async function countResults<Row>(order: ListOrder, page: ListPage, find: Find<Row>): Promise<number | null> {
  if (page.isCounted !== true) return null;
  const part = listPart(order, { ...page, cursor: null, size: maxCounted });
  return (await find({ ...part, orderBy: noOrder, gatheredBy: noOrder, isCount: true })).length;
}

/**
 * Returns a page of a list. `find` selects `position` with its columns. The first page is returned
 * instead of an empty one, for example after its last row was processed.
 */
export async function listPage<Row extends { position: Values }>(
  order: ListOrder,
  page: ListPage,
  find: Find<Row>,
): Promise<FoundPage<Omit<Row, 'position'>>> {
  const { size } = page;
  let part = listPart(order, page);
  let found = await rowsBeyond(part, find);
  if (found.length === 0 && part.from !== null) {
    part = listPart(order, { ...page, cursor: null });
    found = await find(part);
  }
  const isBack = part.from !== null && page.towards === 'previous';
  const hasMore = found.length > size;
  const shown = isBack ? found.slice(0, size).toReversed() : found.slice(0, size);
  const cursorOf = (row: Row | undefined, isThere: boolean) =>
    row === undefined || !isThere ? null : cursorText(part.sort, row.position);
  const [previous, next] = [
    cursorOf(shown[0], isBack ? hasMore : part.from !== null),
    cursorOf(shown.at(-1), isBack || hasMore),
  ];
  const isOnlyPage = previous === null && next === null;
  const results = isOnlyPage ? shown.length : await countResults(order, page, find);
  return {
    rows: shown.map(({ position: _position, ...row }) => row),
    previous,
    next,
    sort: part.sort,
    results: page.isCounted === true ? results : null,
  };
}

/** Page of a list that is read from its start, in its default sort. */
export const firstPage = (size: number): ListPage => ({ sort: '', cursor: null, towards: 'next', size });

/** Yields all rows of a list, page by page. */
export async function* eachPage<Row>(
  page: Pick<ListPage, 'sort' | 'size'>,
  find: (page: ListPage) => Promise<FoundPage<Row>>,
): AsyncGenerator<Row[]> {
  let cursor: string | null = null;
  do {
    const found: FoundPage<Row> = await find({ ...page, cursor, towards: 'next' });
    yield found.rows;
    cursor = found.next;
  } while (cursor !== null);
}
