import { Readable } from 'node:stream';

import { createReadableStreamFromReadable } from '@react-router/node';
import type { LoaderFunctionArgs } from 'react-router';

import { logCursor, type LogCursor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { shopDay } from '#shared/shop-time.ts';
import { pagePath } from '#shared/page-path.ts';
import { pageOf } from '#shared/paging.ts';
import { isUuid } from '#shared/uuid.ts';

/** Rows per page of a list. */
const pageSize = 25;

type LoaderArgs = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: Record<string, string | undefined> };

/** Returns the query string with changed parameters. Empty ones are left out. */
function queryWith(searchParams: URLSearchParams, changes: Record<string, string>): string {
  const { _routes, erased: _erased, ...query } = { ...Object.fromEntries(searchParams), ...changes };
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text === '' ? '' : `?${text}`;
}

/** Parses a list's address: search words, a page from 1, and options whose first is the default. */
function listQuery(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const number = Number(searchParams.get('page') ?? '1');
  const page = Number.isInteger(number) && number > 0 && number < 100_000 ? number : 1;
  const q = (searchParams.get('q') ?? '').trim().slice(0, 100);
  const addressWith = (changes: Record<string, string>) => pagePath(pathname) + queryWith(searchParams, changes);
  const to = (target: number) => addressWith({ page: target === 1 ? '' : String(target) });
  const pagesBetween = <Id>(newer: Id | null, older: Id | null) => {
    const from = (name: 'before' | 'after', id: Id | null) =>
      id === null ? null : addressWith({ before: '', after: '', [name]: String(id) });
    return { previous: from('before', newer), next: from('after', older) };
  };
  return {
    searchParams,
    q,
    /** Query string without paging, for a file of all pages. */
    filter: queryWith(searchParams, { page: '', before: '', after: '' }),
    /** Returns the addresses of the previous and next page, from their boundary rows. */
    pagesBetween,
    text: (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 300),
    choice<T extends string>(name: string, options: readonly [T, ...T[]]): T {
      return options.find((option) => option === searchParams.get(name)) ?? options[0];
    },
    /**
     * Returns the rows of this page and its neighbours' addresses.
     * Reads one row more than fits to detect a next page.
     * Returns the first page instead of an empty one, for example after its last row was processed.
     */
    async list<Row>(find: (query: { q: string; limit: number; offset: number }) => Promise<readonly Row[]>) {
      const rowsFrom = (offset: number) => find({ q, limit: pageSize + 1, offset });
      const requested = await rowsFrom((page - 1) * pageSize);
      const shown = requested.length === 0 ? 1 : page;
      const found = shown === page ? requested : await rowsFrom(0);
      const pages = {
        previous: shown === 1 ? null : to(shown - 1),
        next: found.length > pageSize ? to(shown + 1) : null,
      };
      return { rows: found.slice(0, pageSize), pages };
    },
    /** Same for a log with cursor pages. */
    async log<Row extends { id: number }>(
      find: (query: { q: string; cursor: LogCursor; limit: number }) => Promise<readonly Row[]>,
    ) {
      const cursor = logCursor(searchParams);
      const { rows, newer, older } = pageOf(await find({ q, cursor, limit: pageSize + 1 }), pageSize, cursor);
      return { rows, pages: pagesBetween(newer?.id ?? null, older?.id ?? null) };
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

type Csv = { name: string; lines: string | AsyncIterable<string> };

/** Prefixes the byte order mark. Without it, spreadsheets misread non-English letters. */
async function* marked(lines: Csv['lines']) {
  yield '\uFEFF';
  yield* typeof lines === 'string' ? [lines] : lines;
}

/** Streams a CSV file with the current date in its name. */
export function csvFile(ctx: Ctx, { name, lines }: Csv): Response {
  const body = createReadableStreamFromReadable(Readable.from(marked(lines)));
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${shopDay(ctx.now())}.csv"`,
      'cache-control': 'no-store',
    },
  });
}
