import { globSync, readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { insertInto, tablesOf } from '../../../tests/support/sample-rows.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader as audit } from './audit.tsx';
import { loader as customers } from './customers.tsx';
import { loader as discounts } from './discounts.tsx';
import { loader as emails } from './subscribers.tsx';
import { loader as mails } from './email-log.tsx';
import { loader as messages } from './messages.tsx';
import { loader as orders } from './orders.tsx';
import { loader as phoneOrders } from './phone-orders.tsx';
import { loader as reviews } from './reviews.tsx';
import { loader as taxes } from './tax-rates.tsx';

type SearchedList = {
  page: string;
  load: (args: never) => unknown;
  query?: string;
  table: string;
  columns: readonly string[];
  more?: string;
};

/** Every list with a search, and the columns that a name or text of people may be in. */
const lists: readonly SearchedList[] = [
  {
    page: 'orders',
    load: orders,
    table: 'orders',
    columns: [
      'customer.firstName',
      'customer.lastName',
      'email',
      'shipping_address.city',
      'shipping_address.street',
      'shipping_address.line2',
      'delivery_instructions',
    ],
  },
  {
    page: 'customers',
    load: customers,
    table: 'customer_figures',
    columns: ['first_name', 'last_name', 'email'],
    more: 'is_guest = true',
  },
  {
    page: 'phone-orders',
    load: phoneOrders,
    table: 'phone_orders',
    columns: ['customer.firstName', 'customer.lastName', 'email'],
  },
  { page: 'subscribers', load: emails, table: 'email_captures', columns: ['email'] },
  { page: 'tax-rates', load: taxes, table: 'tax_rates', columns: ['name'] },
  {
    page: 'messages',
    load: messages,
    query: 'state=all',
    table: 'contact_messages',
    columns: ['name', 'email', 'subject', 'message'],
  },
  { page: 'discounts', load: discounts, table: 'discount_codes', columns: ['code', 'name'] },
  { page: 'email-log', load: mails, table: 'mails', columns: ['to_address', 'subject'] },
  {
    page: 'reviews',
    load: reviews,
    query: 'state=all',
    table: 'reviews',
    columns: ['content', 'title', 'reviewer_name'],
  },
  { page: 'audit', load: audit, table: 'audit_entries', columns: ['subject'] },
];

/** Lists that are searched by the numbers of their records alone. */
const byNumber = ['returns'];

test('every list with a search is in this table', () => {
  const searchable = globSync('src/pages/admin/*.tsx').filter((file) => /\bsearch=\{/.test(readFileSync(file, 'utf8')));
  const pages = searchable.map((file) => /(\w[\w-]*)\.tsx$/.exec(file)?.[1] ?? '');
  expect(pages.toSorted()).toEqual([...lists.map(({ page }) => page), ...byNumber].toSorted());
});

const row = { number: '1', at: 'now()', parentNumber: () => '1' };

/** Replaces the rows of a list's table by one, with a text in a column or in a field of JSON. */
async function givenOneRow(
  shop: TestShop,
  { table: name, more }: SearchedList,
  column: string,
  text: string,
): Promise<void> {
  const [json = '', field] = column.split('.');
  const names = `jsonb_build_object('firstName', '', 'lastName', '', '${field}', $1::text)`;
  const client = await shop.database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const table = (await tablesOf(client)).find((one) => one.name === name);
    if (table === undefined) throw new Error(`no table ${name}`);
    await client.query(`delete from "${name}"`);
    await client.query(insertInto(table, row));
    await client.query(`update "${name}" set "${json}" = ${field === undefined ? '$1::text' : names}`, [text]);
    if (more !== undefined) await client.query(`update "${name}" set ${more}`);
  } finally {
    await client.query('set session_replication_role = default');
    client.release();
  }
}

async function countFound(shop: TestShop, { page, load, query = '' }: SearchedList, words: string): Promise<number> {
  const path = `/admin/${page}?${query}&q=${encodeURIComponent(words)}`;
  const found = (await load(pageCall(shop, path, signedIn()) as never)) as {
    list: { rows: unknown[]; results: number };
  };
  const { rows, results } = found.list;
  // Each list also says how many results a search has.
  expect(results).toBe(rows.length);
  return results;
}

const stored = ["Anne-Marie O'Brien Gross Aesop 2026", 'ANNE‑MARIE\u00a0\u2009O’BRIEN GROẞ Ǽsop ２０２６'];
const spellings = [
  "O'Brien,O’Brien,OʼBrien,O`Brien,O´Brien,O′Brien,Ｏ＇Ｂｒｉｅｎ,OBrien,o brien",
  'Anne-Marie,Anne‐Marie,Anne‑Marie,Anne–Marie,Anne—Marie,Anne−Marie,Anne\u00adMarie,AnneMarie,marie anne',
  'Groß,GROẞ,gross,Æsop,aesop,ǽsop,２０２６,٢٠٢٦',
  'gross aesop,groß\u00a0æsop,gross\u3000\u2003 aesop,\u200bgross\u200b aesop\u200b',
].flatMap((line) => line.split(','));
const others = ["O'Brian", 'Anne-Maria', 'Groh', "'", '-', 'O%Brien', 'Anne_Marie'];

test.for(lists.flatMap((list) => list.columns.map((column) => ({ ...list, column }))))(
  'the list of $page finds a record by each spelling of its $column',
  async ({ column, ...list }, { shop }) => {
    for (const text of stored) {
      await givenOneRow(shop, list, column, text);
      for (const words of spellings)
        expect([text, words, await countFound(shop, list, words)]).toEqual([text, words, 1]);
      for (const words of others) expect([text, words, await countFound(shop, list, words)]).toEqual([text, words, 0]);
    }
  },
);
