import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '#platform/db/database.server.ts';

import { openTestDatabase } from '../../tests/support/database.ts';
import { shopPersonalData } from './personal-data-registry.server.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/**
 * Words in names of columns that identify, reach or locate a person. Ids and token hashes are
 * harmless without such a column.
 */
const words =
  'name|email|mail|phone|address|street|line2|city|postal|zip|ip|instructions|agent|contact|customer|person';
const columnName = `(^|_)(${words})(_|$)`;

/** Columns that name things, not people. */
const things = new Set([
  'api_keys.name',
  'connections.name',
  'content_picture_files.name',
  'discount_codes.name',
  'order_items.name',
  'order_packages.carrier_name',
  'orders.carrier_name',
  'product_image_files.name',
  'products.name',
  'shipping_options.name',
  'tax_quotes.name',
  'tax_rates.name',
]);

test('every column named like personal data is registered by the module that owns its table', async () => {
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
