import { Readable } from 'node:stream';

import { createReadableStreamFromReadable } from '@react-router/node';
import type { LoaderFunctionArgs } from 'react-router';

import { eachPage, type FoundPage, type ListPage } from '#platform/db/list-page.server.ts';
import type { Csv } from '#platform/http/csv.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { toShopDate } from '#shared/shop-time.ts';
import { pagePath } from '#shared/page-path.ts';
import { isUuid } from '#shared/uuid.ts';

import { recordExport } from '../record-export.server.ts';

/** Rows per page of a list. */
const pageSize = 25;

/** Rows that a file reads at a time. */
const exportBatch = 1_000;

type LoaderArgs = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: Record<string, string | undefined> };

/** Returns the query string with changed parameters. Empty ones are left out. */
function queryWith(searchParams: URLSearchParams, changes: Record<string, string>): string {
  const { _routes, erased: _erased, ...query } = { ...Object.fromEntries(searchParams), ...changes };
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text === '' ? '' : `?${text}`;
}

const noPaging = { page: '', before: '', after: '' };

/** Parameters of a list's address that are no filter. */
const unfiltering = new Set([...Object.keys(noPaging), 'sort', 'created', 'erased', '_routes']);

/** Returns the page that a list's address asks for. A search or filter counts its results. */
function pageIn(searchParams: URLSearchParams, size: number): ListPage {
  const after = searchParams.get('after');
  const cursor = after ?? searchParams.get('before');
  const towards = after === null ? 'previous' : 'next';
  const isCounted = [...searchParams].some(([name, value]) => value !== '' && !unfiltering.has(name));
  return { sort: searchParams.get('sort') ?? '', cursor, towards, size, isCounted };
}

/** Parses a list's address: search words, sort, page, and options whose first is the default. */
function listQuery(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const q = (searchParams.get('q') ?? '').trim().slice(0, 100);
  const addressWith = (changes: Record<string, string>) => pagePath(pathname) + queryWith(searchParams, changes);
  return {
    searchParams,
    q,
    /** Query string without paging, for a file of all pages. */
    filter: queryWith(searchParams, noPaging),
    text: (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 300),
    choice<T extends string>(name: string, options: readonly [T, ...T[]]): T {
      return options.find((option) => option === searchParams.get(name)) ?? options[0];
    },
    /** Returns the rows of this page, its sort and its neighbors' addresses. */
    async list<Found extends FoundPage<unknown>>(
      find: (query: { q: string; page: ListPage }) => Promise<Found>,
      size = pageSize,
    ) {
      const { previous, next, ...found } = await find({ q, page: pageIn(searchParams, size) });
      const beside = (name: 'before' | 'after', cursor: string | null) =>
        cursor === null ? null : addressWith({ ...noPaging, [name]: cursor });
      return { ...found, pages: { previous: beside('before', previous), next: beside('after', next) } };
    },
    /** Yields all rows of the list in its sort, for a file. */
    eachPage: <Row>(find: (query: { q: string; page: ListPage }) => Promise<FoundPage<Row>>) =>
      eachPage({ sort: searchParams.get('sort') ?? '', size: exportBatch }, (page) => find({ q, page })),
    /** Returns a numbered page of a report that is read as a whole. An unknown one is the first. */
    report<Row>(all: readonly Row[]) {
      const number = Number(searchParams.get('page') ?? '1');
      const last = Math.max(1, Math.ceil(all.length / pageSize));
      const page = Number.isInteger(number) && number > 0 && number <= last ? number : 1;
      const to = (target: number) => addressWith({ page: target === 1 ? '' : String(target) });
      const pages = { previous: page === 1 ? null : to(page - 1), next: page < last ? to(page + 1) : null };
      return { rows: all.slice((page - 1) * pageSize, page * pageSize), pages };
    },
  };
}

export type ListQuery = ReturnType<typeof listQuery>;

type AdminRequest = PageRequest & {
  request: Request;
  params: LoaderArgs['params'];
  query: ListQuery;
  /** Finds the record by the address's id, or throws 404. */
  found: <T>(find: (id: string) => Promise<T | null>) => Promise<T>;
  /** Same, but null for the address of a new record. */
  foundOrNew: <T>(find: (id: string) => Promise<T | null>) => Promise<T | null>;
};

/** Wraps the loader of an admin page. The page table enforces access. */
export const adminLoader =
  <T>(load: (page: AdminRequest) => T) =>
  ({ context, request, params }: LoaderArgs): T => {
    const { id = '' } = params;
    const found: AdminRequest['found'] = async (find) => {
      const row = isUuid(id) ? await find(id) : null;
      if (row === null) throw notFound();
      return row;
    };
    const foundOrNew: AdminRequest['foundOrNew'] = async (find) => (id === 'new' ? null : found(find));
    return load({ ...context.get(pageRequest), request, params, query: listQuery(request), found, foundOrNew });
  };

/**
 * Wraps the loader of figures. A failed read is logged and returns null, so the page can say so.
 */
export const figuresLoader = <T>(what: string, read: (page: AdminRequest) => Promise<T>) =>
  adminLoader(async (page) => {
    try {
      return await read(page);
    } catch (error) {
      page.ctx.log.error({ err: error, requestId: page.visitor.requestId }, `${what} could not be loaded`);
      return null;
    }
  });

/** Prefixes the byte order mark. Without it, spreadsheets misread non-English letters. */
async function* marked(lines: Csv) {
  yield '\uFEFF';
  yield* lines;
}

/** Records the export and streams a CSV file with the current date in its name. */
export async function csvFile(page: AdminRequest, { name, lines }: { name: string; lines: Csv }): Promise<Response> {
  await recordExport(page);
  const body = createReadableStreamFromReadable(Readable.from(marked(lines)));
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${toShopDate(page.ctx.now())}.csv"`,
      'cache-control': 'no-store',
    },
  });
}
