import { globSync, readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { users } from '#modules/accounts/tables.server.ts';

import { openShopFor, test, type TestShop } from './support/shop-test.ts';

/** Calls in suites that open several shops, or one that must close in the middle. Never more. */
const allowed = {
  'src/app/follow-connections.routes.test.ts': 1,
  'src/modules/checkout/checkout-refusals.routes.test.ts': 2,
  'src/operate/backup/backup.test.ts': 2,
  'tests/chaos/edge.test.ts': 1,
  'tests/chaos/releases.test.ts': 1,
  'tests/commands.test.ts': 1,
  'tests/support/statement-counter.ts': 1,
};

test('tests take their shop from a fixture; only the listed suites open one themselves', () => {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'tests/**/*.ts']).filter(
    (file) => !/support\/shop(-test)?\.ts$/.test(file),
  );
  const calls = files.flatMap((file) => {
    const count = readFileSync(file, 'utf8').match(/\bopenTestShop\(/g)?.length ?? 0;
    return count === 0 || file === 'tests/shop-fixtures.test.ts' ? [] : [[file, count]];
  });
  expect(Object.fromEntries(calls)).toEqual(allowed);
});

test('a shop whose preparation fails is closed', async () => {
  const opened: TestShop[] = [];
  const prepare = (shop: TestShop) => {
    opened.push(shop);
    return Promise.reject(new Error('no product'));
  };
  await expect(openShopFor({ onCleanup: () => undefined }, { prepare })).rejects.toThrow('no product');
  await expect(opened[0]?.database.pool.query('select 1')).rejects.toThrow(/cannot be used|closed/);
});

test('a test gets the product and the order that it asks for, and nobody else is created', async ({
  shop,
  paidOrder,
  productId,
}) => {
  const { rows } = await shop.database.pool.query<{ id: string }>('select id from products');
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ id: productId });
  expect(paidOrder.amount).toBe(5_900);
  expect(await shop.ctx.db.$count(users)).toBe(0);
});
