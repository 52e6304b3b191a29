import { globSync, readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { idOf, insertInto, tablesOf } from '../../../tests/support/sample-rows.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader as audit } from './audit.tsx';
import { loader as customers } from './customers.tsx';
import { loader as discounts } from './discounts.tsx';
import { loader as emails } from './subscribers.tsx';
import { loader as mails } from './email-log.tsx';
import { loader as messages } from './messages.tsx';
import { loader as orders } from './orders.tsx';
import { loader as people } from './team.tsx';
import { loader as phoneOrders } from './phone-orders.tsx';
import { loader as returns } from './returns.tsx';
import { loader as reviews } from './reviews.tsx';
import { loader as security } from './security.tsx';
import { loader as taxes } from './tax-rates.tsx';

type SortedList = {
  page: string;
  load: (args: never) => unknown;
  /** Name of the page's file, if it is not that of its address. */
  file?: string;
  query?: string;
  /** File of the columns, if it is not the page's. */
  columns?: string;
  /** Tables that get a row per number `n`. The first is `t`. */
  tables: readonly string[];
  /** Values of `t` by the number `n`: duplicates, and nulls where the column allows them. */
  set: string;
  from?: string;
  /** Expressions by the names in the address. */
  sorts: Readonly<Record<string, string>>;
  tie: readonly string[];
};

const day = (column: string) => `${column} = timestamptz '2026-11-01 10:00+00' + (n % 5) * interval '1 microsecond'`;
const byCreation = ['t.created_at', 't.id'];
const nullable = (value: string) => `case when n % 4 = 0 then null else ${value} end`;

/** Every list of the admin, and what its address may sort it by. */
const lists: readonly SortedList[] = [
  {
    page: 'orders',
    load: orders,
    columns: 'orders/order-table.tsx',
    tables: ['orders'],
    set: `${day('placed_at')}, total_cents = n % 3, payment_status = (enum_range(null::payment_status))[1 + n % 3], status = (enum_range(null::order_status))[1 + n % 3]`,
    sorts: { placed: 't.placed_at', payment: 't.payment_status', status: 't.status', total: 't.total_cents' },
    tie: ['t.placed_at', 't.id'],
  },
  {
    page: 'customers',
    load: customers,
    columns: 'customers/customer-columns.tsx',
    tables: ['customer_figures'],
    set: `${day('since')}, is_guest = true, orders = n % 3, spent_cents = n % 3`,
    sorts: { since: 't.since', orders: 't.orders', spent: 't.spent_cents' },
    tie: ['t.since', 't.id'],
  },
  {
    page: 'phone-orders',
    load: phoneOrders,
    tables: ['phone_orders'],
    set: `${day('created_at')}, email = ${nullable(`'mia' || n % 3`)}`,
    sorts: { taken: 't.created_at', email: 't.email' },
    tie: byCreation,
  },
  {
    page: 'emails',
    load: emails,
    file: 'subscribers',
    tables: ['email_captures'],
    set: `${day('created_at')}, email = 'mia' || n % 3 || '@example.com', trigger = 'manual'`,
    sorts: { agreed: 't.created_at', email: 't.email' },
    tie: byCreation,
  },
  {
    page: 'mails',
    load: mails,
    file: 'email-log',
    tables: ['mails'],
    set: `${day('created_at')}, to_address = 'mia' || n % 3 || '@example.com'`,
    sorts: { when: 't.created_at', to: 't.to_address' },
    tie: byCreation,
  },
  {
    page: 'messages',
    load: messages,
    query: 'state=all',
    tables: ['contact_messages'],
    set: `${day('created_at')}, subject = 'Wand ' || n % 3, name = 'Mia ' || n % 3`,
    sorts: { arrived: 't.created_at', subject: 't.subject', from: 't.name' },
    tie: byCreation,
  },
  {
    page: 'reviews',
    load: reviews,
    query: 'state=all',
    tables: ['reviews'],
    set: `${day('created_at')}, rating = 1 + n % 5, reviewer_name = ${nullable(`'Mia ' || n % 3`)}`,
    sorts: { written: 't.created_at', rating: 't.rating', name: 't.reviewer_name' },
    tie: byCreation,
  },
  {
    page: 'returns',
    load: returns,
    query: 'state=all',
    tables: ['order_returns', 'orders'],
    set: `${day('requested_at')}, received_at = ${nullable(`timestamptz '2026-11-01' + n % 3 * interval '1 day'`)}`,
    from: 'order_returns t join orders o on o.id = t.order_id',
    sorts: {
      waiting: 'coalesce(t.closed_at, t.received_at, t.label_sent_at, t.requested_at)',
      order: 'o.order_number',
    },
    tie: ['t.requested_at', 't.id'],
  },
  {
    page: 'discounts',
    load: discounts,
    tables: ['discount_codes'],
    set: `${day('created_at')}, ends_at = ${nullable(`timestamptz '2027-11-01' + n % 3 * interval '1 day'`)}, used = n % 3`,
    sorts: { code: 't.code', ends: 't.ends_at', uses: 't.used' },
    tie: byCreation,
  },
  {
    page: 'taxes',
    load: taxes,
    file: 'tax-rates',
    tables: ['tax_rates'],
    set: `${day('updated_at')}, name = 'Tax ' || n % 3, rate_ppm = n % 3, state = 'S' || n, country = case n % 2 when 0 then 'US' else 'CA' end`,
    sorts: { place: 't.country', called: 't.name', rate: 't.rate_ppm', updated: 't.updated_at' },
    tie: ['t.country', 't.state', 't.id'],
  },
  {
    page: 'people',
    load: people,
    file: 'team',
    tables: ['users', 'user_roles'],
    set: `name = 'Mia ' || n % 3, signed_in_at = ${nullable(`timestamptz '2026-11-01' + n % 3 * interval '1 day'`)}`,
    from: 'users t join user_roles r on r.user_id = t.id',
    sorts: { person: 't.name', role: 'r.role', 'last-sign-in': 't.signed_in_at' },
    tie: ['t.name', 't.id'],
  },
  {
    page: 'audit',
    load: audit,
    tables: ['audit_entries'],
    set: `subject = 'order:' || n % 3, actor_email = 'mia' || n % 3`,
    sorts: { when: 't.id', subject: 't.subject', by: 't.actor_email' },
    tie: ['t.id'],
  },
  {
    page: 'security',
    load: security,
    tables: ['security_events'],
    set: `subject = 's' || n, kind = case n % 3 when 0 then 'exported' else 'signed_in' end`,
    sorts: { last: 't.id', what: 't.kind' },
    tie: ['t.id'],
  },
];

const fileOf = ({ page, file = page }: SortedList) => `${file}.tsx`;

const source = (file: string) => readFileSync(`src/pages/admin/${file}`, 'utf8');

test('every list of the admin is in this table', () => {
  const pages = globSync('src/pages/admin/**/*.tsx')
    .map((file) => file.replaceAll('\\', '/').slice('src/pages/admin/'.length))
    .filter((file) => !file.endsWith('.test.tsx') && /<List\b/.test(source(file)));
  expect(pages.toSorted()).toEqual(lists.map(fileOf).toSorted());
});

test.for(lists)('the columns of $page can be sorted by what this table has', (list) => {
  const found = [...source(list.columns ?? fileOf(list)).matchAll(/sortBy: '-?([a-z-]+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(found.toSorted()).toEqual(Object.keys(list.sorts).toSorted());
});

const rowCount = 60;

/** Fills the tables of a list. Their triggers and foreign keys are off. */
async function givenRows(shop: TestShop, { tables, set }: SortedList): Promise<void> {
  const client = await shop.database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const all = await tablesOf(client);
    for (const name of tables) {
      const table = all.find((one) => one.name === name);
      if (table === undefined) throw new Error(`no table ${name}`);
      await client.query(`delete from "${name}"`);
      const row = { number: 'n', at: 'now()', parentNumber: () => 'n' };
      await client.query(insertInto(table, row, `from generate_series(1, ${rowCount}) n`));
    }
    const numbered = `(select ctid as place, row_number() over () as n from ${tables[0]}) numbered`;
    await client.query(`update ${tables[0]} set ${set} from ${numbered} where ${tables[0]}.ctid = place`);
    if (tables.includes('user_roles'))
      await client.query(`update user_roles set role = 'staff', user_id = u.id from
        (select id, row_number() over () as n from users) u, (select ctid as place, row_number() over () as n from user_roles) r
        where r.n = u.n and user_roles.ctid = r.place`);
    if (tables.includes('order_returns'))
      await client.query(
        `update order_returns set order_id = ${idOf('n')} from ${numbered} where order_returns.ctid = place`,
      );
  } finally {
    await client.query('set session_replication_role = default');
    client.release();
  }
}

/** Returns the ids in the order that a sort asks for. Null is the smallest value. */
async function expectedIds(shop: TestShop, { tables, from, sorts, tie }: SortedList, sort: string): Promise<string[]> {
  const key = sorts[sort.replace(/^-/, '')];
  const way = sort.startsWith('-') ? 'desc nulls last' : 'asc nulls first';
  const keys = [key, ...tie.filter((one) => one !== key)].map((one) => `${one} ${way}`).join(', ');
  const { rows } = await shop.database.pool.query<{ id: string }>(
    `select t.id::text as id from ${from ?? `${tables[0]} t`} order by ${keys}`,
  );
  return rows.map(({ id }) => id);
}

type Loaded = {
  list: { rows: { id: string | number }[]; pages: { previous: string | null; next: string | null }; sort: string };
};

const open = async (shop: TestShop, { load }: SortedList, address: string) =>
  ((await load(pageCall(shop, address, signedIn()) as never)) as Loaded).list;

/** Returns the ids of each page from an address on, by the links to the pages beside it. */
async function walk(read: (address: string) => Promise<Loaded['list']>, address: string, towards: 'next' | 'previous') {
  const pages: string[][] = [];
  let last = address;
  for (let next: string | null = address; next !== null;) {
    const { rows, pages: beside } = await read(next);
    pages.push(rows.map(({ id }) => String(id)));
    if (pages.length > rowCount) throw new Error('The pages have no end');
    [last, next] = [next, beside[towards]];
  }
  return { pages, last };
}

test.for(lists)(
  '$page: each sort has every row once and in order, on pages in both directions',
  async (list, { shop }) => {
    await givenRows(shop, list);
    const read = (address: string) => open(shop, list, address);
    for (const name of Object.keys(list.sorts))
      for (const sort of [name, `-${name}`]) {
        const address = `/admin/${list.page}?${list.query ?? ''}&sort=${sort}`;
        const expected = await expectedIds(shop, list, sort);
        expect(expected).toHaveLength(rowCount);
        const down = await walk(read, address, 'next');
        expect(down.pages.length).toBeGreaterThan(1);
        expect([sort, down.pages.flat()]).toEqual([sort, expected]);
        expect(down.last).toContain(`sort=${sort}`);
        const up = await walk(read, down.last, 'previous');
        expect([sort, up.pages.toReversed().flat()]).toEqual([sort, expected]);
        expect((await read(address)).sort).toBe(sort);
      }
  },
);

test.for(lists)('$page: an unknown sort is ignored, and so is the cursor of another one', async (list, { shop }) => {
  await givenRows(shop, list);
  const read = (address: string) => open(shop, list, address);
  const base = `/admin/${list.page}?${list.query ?? ''}`;
  const first = await read(base);
  const cursor = first.pages.next?.split('after=')[1];
  const ids = ({ rows }: Loaded['list']) => rows.map(({ id }) => id);
  for (const sort of ['nothing', '-', 'constructor', '__proto__', "'", '-unknown'])
    expect([sort, ids(await read(`${base}&sort=${encodeURIComponent(sort)}`))]).toEqual([sort, ids(first)]);
  for (const name of Object.keys(list.sorts).filter((one) => !first.sort.endsWith(one))) {
    const other = await read(`${base}&sort=${name}`);
    expect(ids(await read(`${base}&sort=${name}&after=${cursor}`))).toEqual(ids(other));
  }
});
