import { availableParallelism } from 'node:os';

import { configDefaults, defineConfig } from 'vitest/config';

import { mutantPlugin } from './tests/support/mutants.ts';

const onPostgres = {
  env: { SHOP_TEST_DATABASE: 'postgres' },
  globalSetup: ['tests/support/postgres-cluster.ts'],
};

export default defineConfig({
  plugins: [mutantPlugin()],
  test: {
    // A browser's story mostly waits: also on a machine with two cores two run at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.race.test.ts'],
          globalSetup: ['tests/support/embedded-dump.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'postgres', include: ['src/**/{routes,repo}.test.ts', 'src/**/*.race.test.ts'], ...onPostgres },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['tests/chaos/*.test.ts'],
          ...onPostgres,
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          // After all others: what is killed and raced has the machine to itself.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/*.test.ts'],
          globalSetup: ['tests/e2e/support/prepared-shop.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'brand', include: ['tests/brand/*.test.ts'], testTimeout: 120_000, hookTimeout: 300_000 },
      },
      {
        extends: true,
        test: {
          name: 'live',
          include: ['tests/live/*.test.ts'],
          ...onPostgres,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
