import { availableParallelism } from 'node:os';

import { configDefaults, defineConfig } from 'vitest/config';

import { hasPostgres } from './scripts/installed.ts';
import { isShort } from './tests/support/length.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { mutantPlugin } from './tests/support/mutants.ts';
import { SecondTries } from './tests/support/second-tries.ts';

/** Where the whole check wants the results to be written. */
const report = process.env.TEST_REPORT;
const written: ['json', { outputFile: string }][] = report === undefined ? [] : [['json', { outputFile: report }]];

const onPostgres = {
  env: { SHOP_TEST_DATABASE: 'postgres' },
  globalSetup: ['tests/support/postgres-cluster.ts'],
};
const onEmbedded = { globalSetup: ['tests/support/embedded-dump.ts'] };

/** These suites need no process of their own: what a file loads serves the next one too, which saves a third of their time. */
const oneProcess = { isolate: false, setupFiles: ['tests/support/leave-nothing.ts'] };

/** What the embedded database does by itself: starting, its folder, backups, and the queries that are written by hand. */
const aboutEmbedded = [
  'src/platform/db/*.test.ts',
  'src/operate/**/*.test.ts',
  'src/**/*.queries.test.ts',
  'packages/*/src/**/*.test.ts',
];
const ofPostgres = [
  'src/**/{*.,}routes.test.ts',
  'src/**/*.queries.test.ts',
  'src/operate/backup/repo.test.ts',
  'src/**/*.race.test.ts',
];
/**
 * Each case makes two embedded databases anew. The short run has the same cases on PostgreSQL, and `commands` backs an embedded shop
 * up and restores it.
 */
const twiceEmbedded = ['src/operate/backup/repo.test.ts', 'src/modules/promotions/promotions.queries.test.ts'];
/** They start commands and shops as processes. */
const ofCommands = ['tests/{commands,make-admin,env-example}.test.ts'];

/** Ways beside the main one from the first look to the parcel: the short run leaves their stories to the full one. */
const besideTheWay = [
  'tests/e2e/{admin-figures,closed-pages,floating,hosted,letters,mailbox,unreachable,visits,wallet}.test.ts',
];

/** They say what a shop does, not how soon: beside others they may take longer. */
const untimed = ['tests/outside/{full-disk,log,outage-others,silence,start,wallet}.test.ts'];

/**
 * In CI a test of limits of time or of a browser has a second try on a machine that others use too; what needed it is named at the
 * end. Races, kills and verdicts of money and stock have one try: one that is lost once is a mistake.
 */
const secondTry = process.env.CI === 'true' ? 1 : 0;

const ofOutside = { testTimeout: 1_800_000, hookTimeout: 180_000, retry: secondTry };
/** After all others: what is killed and raced has the machine to itself, but for those that mostly wait. */
const amidKills = { maxWorkers: Math.max(2, availableParallelism() - 1), sequence: { groupOrder: 1 } };

export default defineConfig({
  plugins: [mutantPlugin()],
  test: {
    // Stories of a browser, of outages and of limits of time wait more than they compute: four keep also two cores busy, a fifth
    // brings nothing.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    reporters: ['default', new SecondTries(), ...written],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          retry: secondTry,
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ofPostgres, ...aboutEmbedded, ...ofCommands],
          ...(hasPostgres() ? onPostgres : onEmbedded),
          ...oneProcess,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          retry: secondTry,
          include: [...aboutEmbedded, ...ofCommands],
          exclude: [...configDefaults.exclude, '**/*.race.test.ts', ...(isShort && hasPostgres() ? twiceEmbedded : [])],
          ...onEmbedded,
          // Five commands that each open an embedded database take 27 s on an idle machine of two cores.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'postgres', include: ofPostgres, ...onPostgres, ...oneProcess } },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['tests/chaos/*.test.ts'],
          ...onPostgres,
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          ...amidKills,
        },
      },
      {
        extends: true,
        test: { name: 'outside-untimed', include: untimed, ...ofOutside, ...amidKills },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: ['tests/outside/*.test.ts'],
          exclude: [...configDefaults.exclude, ...untimed],
          ...ofOutside,
          // Limits of time hold on a machine that does nothing else: one file after the other, after all others.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'cluster',
          include: ['tests/cluster/*.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(isShort ? besideTheWay : [])],
          retry: secondTry,
          globalSetup: ['tests/e2e/support/prepared-shop.ts'],
          ...oneProcess,
          // What a page does after an answer takes its time on a machine that does other things, too.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'brand',
          include: ['tests/brand/*.test.ts'],
          retry: secondTry,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'webkit',
          include: ['tests/webkit/*.test.ts'],
          retry: secondTry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
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
