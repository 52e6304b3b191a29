import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { configDefaults, defineConfig } from 'vitest/config';

import { hasPostgres } from './scripts/installed-programs.ts';
import { isBeyondFast, isCiRun, isFullRun } from './tests/support/full-run.ts';
import { LongestFirstSequencer, waitingFiles } from './tests/support/longest-first-sequencer.ts';
import { mutantPlugin } from './tests/support/mutants.ts';
import { RetriedTestsReporter } from './tests/support/retried-tests-reporter.ts';

/** Path of the results file that the whole check asks for. */
const report = process.env.TEST_REPORT;
const written: ['json', { outputFile: string }][] = report === undefined ? [] : [['json', { outputFile: report }]];

const onPostgres = {
  env: { SHOP_TEST_DATABASE: 'postgres' },
  globalSetup: ['tests/support/postgres-cluster.ts'],
};
const onEmbedded = { globalSetup: ['tests/support/embedded-dump.ts'] };

/**
 * Settings of suites without process isolation. Modules that one file loads serve the next one,
 * which saves a third of their time.
 */
const oneProcess = { isolate: false, setupFiles: ['tests/support/restore-globals.ts'] };

/**
 * Tests of the embedded database itself: start-up, its folder, backups, and handwritten queries.
 */
const aboutEmbedded = [
  'src/platform/db/*.test.ts',
  'src/operate/**/*.test.ts',
  'src/**/*.queries.test.ts',
  'packages/*/src/**/*.test.ts',
];
const ofPostgres = [
  // They count statements on the wire, set a clock other than the database's, or create roles.
  'src/app/catalog-variables.test.ts',
  'src/modules/content/order-number-prefixes.test.ts',
  'src/pages/page-statements.test.ts',
  'src/platform/limits/limits.test.ts',
  'tests/compose.test.ts',
  'src/**/{*.,}routes.test.ts',
  'src/**/*.queries.test.ts',
  'src/operate/backup/backup.test.ts',
  'src/**/*.race.test.ts',
];
/** Suites that start commands and shops as processes. */
const ofCommands = ['tests/{commands,make-admin,env-example}.test.ts'];

/**
 * Suites that only the full run has. `embedded`: their cases also run on PostgreSQL. `chaos`: tests
 * of the races themselves. `e2e`: stories beside money, orders, sign-in and accessibility, whose
 * rules are also tested without a browser.
 */
const onlyInFullRun = {
  chaos: ['tests/chaos/race-mutants.test.ts'],
  embedded: ['src/operate/backup/backup.test.ts'],
  e2e: [
    'tests/e2e/{admin-figures,altered-pages,automations,closed-pages,floating,hosted,mailbox,shipping-desk,unreachable,visits,wallet,wallet-approval}.test.ts',
    'tests/e2e/{admin-shop,consent,contact,content,frame,landing,reviews,scrolling,unsaved,wallet-abroad}.test.ts',
    'tests/e2e/{admin-api,capture,content-previews,countdown,early-pages,exit-offer,findable,gallery,hero,info,layout-shift,notifications,phone,pictures,quiz,rewritten,theme,translated,urgency}.test.ts',
  ],
};

/**
 * Suites that `npm test` leaves to CI, to take minutes: files that wait, commands of the embedded
 * database, and stories beside the way from the first visit to the shipped order.
 */
const leftToCi = {
  waiting: waitingFiles.map((name) => `src/**/${name}`),
  embedded: [...ofCommands, 'src/operate/backup/backup.test.ts'],
  e2e: ['tests/e2e/!(browsers|buy|operate|pages|script-size|site|start|tracking).test.ts'],
};
const notInFastRun = isFullRun ? { waiting: [], embedded: [], e2e: [] } : leftToCi;

/** Suites of unit tests and of PostgreSQL that `npm test` leaves out or shortens. */
const beyondFast = () => {
  const shortened = globSync('src/**/*.test.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes('support/full-run.ts'),
  );
  return [...globSync(leftToCi.waiting), ...shortened];
};
/** Returns the suites that this run has of `included`. */
const inRun = (included: string[], leftOut: () => string[]): string[] =>
  isBeyondFast ? globSync(included).filter((file) => leftOut().includes(file)) : included;

/** CI leaves out the same repetitions of stories and embedded cases as `npm test`. */
const areAllCases = isFullRun && !isCiRun;
const ofCases = areAllCases ? {} : { env: { TEST_RUN: 'fast' } };

/** Suites that test what a shop does, not how fast. They may run slower beside others. */
const untimed = ['tests/outside/{cdn,clock,first-start,full-disk,log,outage-others,silence,start,wallet}.test.ts'];

/**
 * Retries in CI, where other jobs share the machine: tests of time limits or of a browser get a
 * second try. Retried tests are listed at the end. Races, kills, and checks of money and stock get
 * one try, because a single failure there is a bug.
 */
const secondTry = process.env.CI === 'true' ? 1 : 0;

const ofOutside = { testTimeout: 1_800_000, hookTimeout: 180_000, retry: secondTry };
/** Kills and suites that mostly wait run three at a time, after the ordinary suites. */
const amidKills = { maxWorkers: Math.max(3, availableParallelism() - 1), sequence: { groupOrder: 1 } };

export default defineConfig({
  plugins: [mutantPlugin()],
  test: {
    // Three workers keep two cores busy: a story and its shop compute at the same time. With four,
    // pages take so long that waiting for them fails.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    reporters: ['default', new RetriedTestsReporter(), ...written],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          retry: secondTry,
          include: inRun(['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'], beyondFast),
          exclude: [...configDefaults.exclude, ...ofPostgres, ...aboutEmbedded, ...ofCommands, ...notInFastRun.waiting],
          ...(hasPostgres() ? onPostgres : onEmbedded),
          ...oneProcess,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          retry: secondTry,
          include: inRun([...aboutEmbedded, ...ofCommands], () => globSync(leftToCi.embedded)),
          exclude: [
            ...configDefaults.exclude,
            '**/*.race.test.ts',
            ...(areAllCases ? [] : onlyInFullRun.embedded),
            ...notInFastRun.embedded,
          ],
          ...onEmbedded,
          ...ofCases,
          // Five commands that each open an embedded database take 27 s on an idle machine with two
          // cores.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: inRun(ofPostgres, beyondFast),
          exclude: [...configDefaults.exclude, ...notInFastRun.waiting],
          ...onPostgres,
          ...oneProcess,
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['tests/chaos/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(isCiRun ? onlyInFullRun.chaos : [])],
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
          // Time limits hold only on an idle machine: one file at a time, after all others.
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
          name: 'image',
          include: ['tests/image/*.test.ts'],
          testTimeout: 300_000,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: inRun(['tests/e2e/*.test.ts'], () => globSync(leftToCi.e2e)),
          exclude: [...configDefaults.exclude, ...(areAllCases ? [] : onlyInFullRun.e2e), ...notInFastRun.e2e],
          ...ofCases,
          retry: secondTry,
          globalSetup: ['tests/e2e/support/prepared-shop.ts'],
          ...oneProcess,
          // Page updates after a response take longer on a busy machine.
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
          ...onPostgres,
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
        test: { name: 'markup', include: ['tests/markup/*.test.ts'], testTimeout: 120_000 },
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
