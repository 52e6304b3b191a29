import pg from 'pg';

import { history } from './fill-history.ts';

/** A separate database on a bench server. Only such databases are ever filled. */
export type BenchDatabase = { url: string; drop(): Promise<void> };

const prefix = 'bench_';

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const run = (url: string, statements: readonly string[]) =>
  connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

const ask = <Row extends pg.QueryResultRow>(url: string, text: string) =>
  connected(url, async (client) => (await client.query<Row>(text)).rows);

/** Creates a copy of `template`, which must have no connections, or an empty database. */
export async function createBenchDatabase(
  server: string,
  name: string,
  template = 'template1',
): Promise<BenchDatabase> {
  const database = `${prefix}${name}_${process.pid}`;
  await run(server, [`create database ${database} template ${template}`]);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return { url: url.href, drop: () => run(server, [`drop database if exists ${database} with (force)`]) };
}

export type Amount = { orders: number; seed: number };

const firstNames =
  'Mia Emma Olivia Ava Sophia Isabella Charlotte Amelia Harper Evelyn Abigail Emily Ella Scarlett Grace Chloe Victoria Riley Aria Lily Nora Hazel Zoe Stella Lucy Anna Leah Ruby Alice Clara';
const lastNames =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts';
const sources =
  'direct search.example social.example news.example blog.example video.example campaign:_spring campaign:_newsletter';
const devices = 'phone phone phone desktop desktop tablet';
const codes = 'GLOW10 WELCOME SPRING FRIENDS NEWSLETTER';
const states =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';
const list = (words: string) => `'{${words.replaceAll(' ', ',')}}'::text[]`;
const pick = (words: string, random: string) => {
  const { length } = words.split(' ');
  return `(${list(words)})[1 + floor(${random} * ${length})::int]`;
};

/**
 * `r(i, k)` is the k-th random number of row i, from 0 to 1. It depends only on the seed, not on
 * the query plan.
 */
function randomness(seed: number): string[] {
  return [
    `create function pg_temp.r(i bigint, k integer) returns double precision language sql immutable parallel safe as
       $$ select (hashint8extended(i, ${seed} * 1000 + k) & 1073741823) / 1073741824.0 $$`,
    `create function pg_temp.id(i bigint, kind text) returns uuid language sql immutable parallel safe as
       $$ select overlay(overlay(md5(kind || ':' || ${seed} || ':' || i) placing '4' from 13) placing '8' from 17)::uuid $$`,
  ];
}

function people({ orders }: Amount): string[] {
  const accounts = Math.ceil(orders / 5);
  return [
    `insert into users (id, name, email, email_verified, created_at)
       select pg_temp.id(i, 'user'), ${pick(firstNames, 'pg_temp.r(i, 1)')} || ' ' || ${pick(lastNames, 'pg_temp.r(i, 2)')},
         'account' || i || '@example.com', true, now() - pg_temp.r(i, 3) * interval '24 months'
       from generate_series(1, ${accounts}) i`,
    `insert into profiles (id, first_name, last_name, display_name, created_at)
       select id, split_part(name, ' ', 1), split_part(name, ' ', 2), split_part(name, ' ', 1), created_at
       from users where email like 'account%'`,
    `insert into user_roles (user_id, role) select id, 'customer' from users where email like 'account%'`,
  ];
}

/**
 * Four of ten orders belong to accounts, six to guests, who return now and then. The number of
 * orders grows over 24 months.
 */
function drawn({ orders }: Amount): string[] {
  const accounts = Math.ceil(orders / 5);
  return [
    `create unlogged table bench_sale as
       select i, pg_temp.id(i, 'order') as id,
         case when pg_temp.r(i, 10) < 0.4 then 1 + floor(pg_temp.r(i, 11) * ${accounts})::int end as account,
         1 + floor(pg_temp.r(i, 12) * ${Math.ceil(orders / 2)})::int as guest,
         now() - interval '24 months' * (1 - sqrt(pg_temp.r(i, 13))) - interval '1 minute' as placed_at,
         case when pg_temp.r(i, 14) < 0.03 then 'not_required' when pg_temp.r(i, 14) < 0.04 then 'pending'
           when pg_temp.r(i, 14) < 0.06 then 'refunded' when pg_temp.r(i, 14) < 0.08 then 'partially_refunded' else 'paid'
         end as payment,
         1 + floor(pg_temp.r(i, 15) * 3)::int as quantity, floor(pg_temp.r(i, 16) * 8)::int as product
       from generate_series(1, ${orders}) i
       -- As they are sold: a shop's table is in the order of time.
       order by placed_at`,
    `analyze bench_sale`,
  ];
}

const orders = [
  `insert into orders (id, order_number, checkout_id, payment_intent_id, customer_id, email, status, payment_status,
         hold_reason, customer, shipping_address, billing_address, subtotal_cents, discount_cents, shipping_cents, tax_cents,
         total_cents, captured_cents, returned_cents, carrier_name, tracking_number, placed_at, shipped_at, delivered_at, updated_at,
         payment_mode, source, device, code)
       select id, 'HR-' || upper(substr(md5('number' || i), 1, 4)) || upper(lpad(to_hex(i), 6, '0')), pg_temp.id(i, 'checkout'),
         'pi_bench_' || i, case when account is not null then pg_temp.id(account, 'user')::text end,
         case when account is null then 'guest' || guest || '@example.net' else 'account' || account || '@example.com' end,
         (case when payment = 'pending' then 'pending' when pg_temp.r(i, 20) < 0.02 then 'cancelled'
           when placed_at > now() - interval '1 day' then 'confirmed' when placed_at > now() - interval '2 days' then 'processing'
           when placed_at > now() - interval '6 days' then 'shipped' when placed_at > now() - interval '37 days' then 'delivered'
           else 'completed' end)::order_status,
         payment::payment_status,
         case when payment = 'pending' and placed_at > now() - interval '5 days' then 'amount_mismatch' end,
         jsonb_build_object('firstName', ${pick(firstNames, 'pg_temp.r(coalesce(account, guest + 10000000), 1)')},
           'lastName', ${pick(lastNames, 'pg_temp.r(coalesce(account, guest + 10000000), 2)')}, 'phone', '+1415' || lpad(floor(pg_temp.r(coalesce(account, guest + 10000000), 4) * 10000000)::int::text, 7, '0')),
         place, place, 5900 * quantity, case when payment = 'not_required' then 5900 * quantity else 0 end, 0, 0, total, total,
         case payment when 'refunded' then total when 'partially_refunded' then total / 3 else 0 end, case when is_sent then 'USPS' end,
         case when is_sent then '94001' || lpad(floor(pg_temp.r(i, 21) * 1e17)::bigint::text, 17, '0') end,
         placed_at, case when is_sent then placed_at + interval '2 days' end,
         case when is_sent and placed_at < now() - interval '6 days' then placed_at + interval '4 days' end, placed_at,
         'sandbox', replace(${pick(sources, 'pg_temp.r(i, 23)')}, '_', ' '), ${pick(devices, 'pg_temp.r(i, 24)')},
         case when pg_temp.r(i, 25) < 0.1 then jsonb_build_object('code', ${pick(codes, 'pg_temp.r(i, 26)')}, 'name', 'Code', 'amountCents', 0)
           when pg_temp.r(i, 25) < 0.13 then jsonb_build_object('code', 'BACK-' || translate(upper(substr(md5('code' || i), 1, 8)), '01', 'XY'), 'name', 'Code', 'amountCents', 0) end
       from bench_sale,
         lateral (select case when payment = 'not_required' then 0 else 5900 * quantity end as total,
           payment <> 'pending' and placed_at < now() - interval '2 days' as is_sent) t,
         lateral (select jsonb_build_object('street', i % 900 || ' Market Street', 'city', 'San Francisco', 'state', ${pick(states, 'pg_temp.r(i, 27)')},
           'postalCode', (94000 + floor(pg_temp.r(i, 22) * 200)::int)::text, 'country', 'US') as place) p`,
];

const lines = [
  `insert into order_items (id, order_id, product_id, name, image_url, quantity, unit_price_cents, discount_cents, tax_cents,
         total_cents)
       select pg_temp.id(i, 'item'), id,
         case when product = 0 then (select id from products order by created_at, id limit 1) else pg_temp.id(product, 'product') end,
         'Product ' || product, '/media/hero', quantity, 5900,
         case when payment = 'not_required' then 5900 * quantity else 0 end, 0,
         case when payment = 'not_required' then 0 else 5900 * quantity end
       from bench_sale`,
];

const events = [
  `insert into order_events (id, order_id, type, status, message, at)
       select pg_temp.id(i * 8 + step, 'event'), id, type, null, message, placed_at + step * interval '1 day'
       from bench_sale, (values (0, 'placed', 'Order placed'), (1, 'status', 'Order shipped'), (4, 'status', 'Order delivered'))
         as events (step, type, message)
       where placed_at + step * interval '1 day' <= now()`,
];

const refunds = [
  `insert into refunds (id, payment_intent_id, key, provider_id, amount_cents, goods_cents, shipping_cents, tax_cents, reason, status, created_at, updated_at)
       select pg_temp.id(i, 'refund'), 'pi_bench_' || i, 'bench', 're_bench_' || i,
         cents, cents, 0, 0, 'returned', 'succeeded', placed_at + interval '9 days', placed_at + interval '9 days'
       from bench_sale, lateral (select case payment when 'refunded' then 5900 * quantity else 5900 * quantity / 3 end as cents) t
       where payment in ('refunded', 'partially_refunded')`,
];

/** Other data of a shop of that size: emails, reviews, messages and disputes. */
const surroundings = [
  `insert into mails (order_id, kind, to_address, content, message_id, state, created_at, sent_at)
     select id, 'order_confirmation', case when is_kept then 'to@example.com' else '' end, case when is_kept then '{}'::jsonb end,
       'bench-' || i,
       (case when pg_temp.r(i, 30) < 0.00005 then 'failed' else 'sent' end)::mail_state, placed_at, placed_at
     from bench_sale, lateral (select placed_at > now() - interval '90 days' as is_kept) m`,
  `insert into reviews (product_id, rating, content, reviewer_name, is_approved, origin, created_at)
     select (select id from products limit 1), 5, 'It glows.', 'Mia', placed_at < now() - interval '3 days', 'live', placed_at
     from bench_sale where pg_temp.r(i, 31) < 0.02`,
  `insert into contact_messages (name, email, subject, message, created_at, handled_at)
     select 'Mia', 'mia@example.com', 'When?', 'When will it come?', placed_at,
       case when placed_at < now() - interval '2 days' then placed_at + interval '1 day' end
     from bench_sale where pg_temp.r(i, 32) < 0.01`,
  `insert into disputes (provider_id, payment_intent_id, amount_cents, reason, status, evidence_due_at, stated_at)
     select 'dp_bench_' || i, 'pi_bench_' || i, 5900, 'fraudulent',
       case when placed_at > now() - interval '14 days' then 'needs_response' else 'won' end, placed_at + interval '21 days',
       placed_at
     from bench_sale where pg_temp.r(i, 33) < 0.0005`,
];

/** Rows of the customer list, which triggers would have written. */
const customers = `
  insert into customer_figures (id, is_guest, email, first_name, last_name, since, orders, paid_orders, spent_cents)
  select p.id::text, false, u.email, p.first_name, p.last_name, u.created_at, coalesce(o.orders, 0), coalesce(o.paid, 0), coalesce(o.cents, 0)
  from users u join profiles p on p.id = u.id left join (
    select customer_id, count(*) as orders, count(*) filter (where order_is_paid(o)) as paid, sum(order_revenue(o)) as cents
    from orders o where customer_id is not null group by 1
  ) o on o.customer_id = u.id::text
  union all
  select email, true, email, (array_agg(customer ->> 'firstName' order by placed_at desc))[1],
    (array_agg(customer ->> 'lastName' order by placed_at desc))[1], min(placed_at), count(*),
    count(*) filter (where order_is_paid(o)), sum(order_revenue(o))
  from orders o where customer_id is null group by email
  on conflict (id) do nothing`;

/** Tables that grow with the orders. */
const grown = ['orders', 'order_items', 'order_events', 'refunds', 'mails', 'users', 'profiles', 'customer_figures'];

const session = [
  // Triggers are disabled: customers are inserted once at the end instead of row by row.
  `set session_replication_role = replica`,
  `set synchronous_commit = off`,
  `set work_mem = '256MB'`,
  `set maintenance_work_mem = '256MB'`,
];

/**
 * Selects indexes without a constraint, by table. They are dropped and rebuilt once all rows are
 * inserted. The definition includes the statistics target, on which search plans depend.
 */
const indexes = `
  select indrelid::regclass::text as "table", indexrelid::regclass::text as name,
    pg_get_indexdef(indexrelid) || (
      select coalesce(string_agg(format('; alter index %s alter column %s set statistics %s', attrelid::regclass, attnum, attstattarget), ''), '')
      from pg_attribute where attrelid = indexrelid and attstattarget >= 0
    ) as definition
  from pg_index where indrelid = any('{${grown.join()}}'::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)`;

type Index = { table: string; name: string; definition: string };

async function takeIndexes(url: string): Promise<string[][]> {
  const taken = await ask<Index>(url, indexes);
  await run(
    url,
    taken.map(({ name }) => `drop index ${name}`),
  );
  const byTable = Object.values(Object.groupBy(taken, ({ table }) => table));
  return byTable.map((all = []) => all.map(({ definition }) => definition));
}

/** Returns the numbers of some orders to open one by one. */
async function someNumbers(url: string): Promise<string[]> {
  const rows = await ask<{ number: string }>(url, 'select order_number as number from orders order by id limit 50');
  return rows.map(({ number }) => number);
}

/**
 * Fills a migrated and seeded bench database with orders of 24 months. They are the same for the
 * same seed, except for the time of day. Returns the numbers of some orders.
 */
export async function fillWithOrders({ url }: BenchDatabase, amount: Amount): Promise<string[]> {
  if (!new URL(url).pathname.startsWith(`/${prefix}`)) throw new Error('only a database of a bench is filled');
  const prepared = [...session, ...randomness(amount.seed)];
  const taken = await takeIndexes(url);
  await run(url, [...prepared, ...people(amount), ...drawn(amount)]);
  const side = [orders, [...lines, ...refunds], events, surroundings, ...history];
  await Promise.all(side.map((statements) => run(url, [...prepared, ...statements])));
  await Promise.all(taken.map((definitions) => run(url, [...session, ...definitions])));
  await run(url, [
    ...session,
    `drop table bench_sale`,
    // The prices of a shop that has sold for so long are old.
    `update price_changes set at = at - interval '25 months'`,
    // Runs first: otherwise the customers would be planned for empty tables.
    `analyze`,
    customers,
    `vacuum analyze`,
  ]);
  return someNumbers(url);
}
