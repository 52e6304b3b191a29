import { Readable } from 'node:stream';

import { createReadableStreamFromReadable } from '@react-router/node';
import type { LoaderFunctionArgs } from 'react-router';

import { entryPlace, type LogPlace } from '#modules/audit/audit-entry.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { shopDay } from '#shared/moments.ts';
import { pagePath } from '#shared/page-path.ts';
import { pageOf } from '#shared/paging.ts';
import { isUuid } from '#shared/uuid.ts';

/** Rows of one page of a list. */
const pageSize = 25;

type LoaderArgs = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: Record<string, string | undefined> };

/** The query of an address with other parameters; an empty one is left out. */
function queryWith(searchParams: URLSearchParams, changes: Record<string, string>): string {
  const { _routes, ...query } = { ...Object.fromEntries(searchParams), ...changes };
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return text === '' ? '' : `?${text}`;
}

/** What a list's address says: words to look for, a page from 1, and choices of which the first is the usual one. */
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
    /** The query of all its pages, for a file of them. */
    filter: queryWith(searchParams, { page: '', before: '', after: '' }),
    /** The addresses of the neighbours of a page that begins after one row and ends before another. */
    pagesBetween,
    text: (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 300),
    choice<T extends string>(name: string, options: readonly [T, ...T[]]): T {
      return options.find((option) => option === searchParams.get(name)) ?? options[0];
    },
    /**
     * The rows of this page, and the addresses of its neighbours: one row more than a page has tells whether there is a next one.
     * In place of a page that is empty, as after the last of its rows is dealt with, stands the first.
     */
    async list<Row>(find: (query: { q: string; limit: number; offset: number }) => Promise<readonly Row[]>) {
      const rowsFrom = (offset: number) => find({ q, limit: pageSize + 1, offset });
      const asked = await rowsFrom((page - 1) * pageSize);
      const shown = asked.length === 0 ? 1 : page;
      const found = shown === page ? asked : await rowsFrom(0);
      const pages = {
        previous: shown === 1 ? null : to(shown - 1),
        next: found.length > pageSize ? to(shown + 1) : null,
      };
      return { rows: found.slice(0, pageSize), pages };
    },
    /** The same of a log, whose pages go on from the entry that an address names. */
    async log<Row extends { id: number }>(
      find: (query: { q: string; place: LogPlace; limit: number }) => Promise<readonly Row[]>,
    ) {
      const place = entryPlace(searchParams);
      const { rows, newer, older } = pageOf(await find({ q, place, limit: pageSize + 1 }), pageSize, place);
      return { rows, pages: pagesBetween(newer?.id ?? null, older?.id ?? null) };
    },
  };
}

export type ListQuery = ReturnType<typeof listQuery>;

type AdminRequest = PageRequest & {
  request: Request;
  params: LoaderArgs['params'];
  query: ListQuery;
  /** What the page's address is about, found by its id; else the page is not there. */
  found: <T>(find: (id: string) => Promise<T | null>) => Promise<T>;
  /** The same; null at the address of something new. */
  foundOrNew: <T>(find: (id: string) => Promise<T | null>) => Promise<T | null>;
};

/** The loader of an admin's page; who may open it stands in the page table. */
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

/** Figures of a page; what the database cannot tell right now is only logged, and the page says so calmly. */
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

/** The mark without which a spreadsheet takes the letters beyond English for others. */
async function* marked(lines: Csv['lines']) {
  yield '\uFEFF';
  yield* typeof lines === 'string' ? [lines] : lines;
}

/** A file for a spreadsheet, named for its day and sent while it is read. */
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
