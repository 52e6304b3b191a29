import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '#platform/db/database.server.ts';

import { openTestDatabase } from '../../tests/support/database.ts';
import { shopPersonalData } from './personal-data.server.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** How columns are called that name a person, reach one, or say where one is; ids and hashes of tokens lead nowhere else. */
const words =
  'name|email|mail|phone|address|street|line2|city|postal|zip|ip|instructions|agent|contact|customer|person';
const columnName = `(^|_)(${words})(_|$)`;

/** Names of things. */
const things = new Set([
  'api_keys.name',
  'discount_codes.name',
  'figure_deltas.name',
  'order_items.name',
  'orders.carrier_name',
  'product_figures.name',
  'product_image_files.name',
  'products.name',
  'shipping_options.name',
  'tax_quotes.name',
  'tax_rates.name',
]);

test("every column that is named like a person's data is registered by the module whose table it is", async () => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json', 'inet')
        and column_name ~ ${columnName} and column_name !~ '_id$' order by 1`,
  );
  const registered = new Set(
    shopPersonalData.flatMap(({ columns }) => columns.map((column) => `${getTableName(column.table)}.${column.name}`)),
  );
  const isForgotten = (name: string) => !registered.has(name) && !things.has(name);
  expect(rows.map(({ name }) => name).filter(isForgotten)).toEqual([]);
});
