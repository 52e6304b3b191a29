import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, inject, test } from 'vitest';

/** Each mutant, and the race test that must detect it. */
const cases = [
  { mutant: 'stock-promised-unseen', race: 'src/modules/checkout/stock.race.test.ts' },
  { mutant: 'stock-counted-from-memory', race: 'src/modules/checkout/stock.race.test.ts' },
  { mutant: 'code-held-unseen', race: 'src/modules/discounts/discount-codes.race.test.ts' },
  { mutant: 'rename-conflict-unnoticed', race: 'src/modules/discounts/rename-code.race.test.ts' },
  { mutant: 'notified-by-each-process', race: 'src/modules/notifications/notify-admins.race.test.ts' },
  { mutant: 'share-counted-unlocked', race: 'src/modules/checkout/reservation-limits.race.test.ts' },
  { mutant: 'webhook-taken-unlocked', race: 'src/modules/webhooks/deliver-webhooks.race.test.ts' },
  { mutant: 'offer-without-lock', race: 'src/modules/checkout/exit-offer.race.test.ts' },
  { mutant: 'intent-without-lease-and-key', race: 'src/modules/checkout/double-checkout.race.test.ts' },
  { mutant: 'intent-changed-unseen', race: 'src/modules/payments/sandbox.race.test.ts' },
  { mutant: 'change-beside-a-lease', race: 'src/modules/checkout/checkout-lease.race.test.ts' },
  { mutant: 'change-stored-after-settling', race: 'src/modules/checkout/change-while-settling.race.test.ts' },
  { mutant: 'settle-without-lock', race: 'src/modules/checkout/double-checkout.race.test.ts' },
  { mutant: 'settle-without-looking', race: 'src/modules/checkout/double-checkout.race.test.ts' },
  { mutant: 'order-read-beside-the-cart', race: 'src/pages/checkout/checkout-while-settling.race.test.ts' },
  { mutant: 'page-released-while-open', race: 'src/modules/checkout/hosted-checkout.race.test.ts' },
  { mutant: 'expiry-ends-paid-checkouts', race: 'src/modules/checkout/expire-checkouts.race.test.ts' },
  { mutant: 'expiry-releases-first', race: 'src/modules/checkout/expire-checkouts.race.test.ts' },
  { mutant: 'pause-outlives-the-time', race: 'src/modules/checkout/overdue-reservations.race.test.ts' },
  { mutant: 'overdue-read-by-the-reconciler', race: 'src/modules/checkout/overdue-reservations.race.test.ts' },
  { mutant: 'revived-checkout-swept', race: 'src/modules/checkout/revive-checkout.race.test.ts' },
  { mutant: 'revived-without-its-goods', race: 'src/modules/checkout/revive-checkout.race.test.ts' },
  { mutant: 'cart-followed-at-the-form', race: 'src/modules/checkout/smaller-cart.race.test.ts' },
  { mutant: 'refund-without-lock', race: 'src/modules/orders/refunds.race.test.ts' },
  { mutant: 'admins-counted-without-lock', race: 'src/modules/accounts/roles.race.test.ts' },
  { mutant: 'guest-erased-twice', race: 'src/modules/privacy/erase-customer.race.test.ts' },
  { mutant: 'step-taken-from-memory', race: 'src/modules/accounts/one-use-codes.race.test.ts' },
  { mutant: 'days-counted-unlocked', race: 'src/modules/orders/sales-days.race.test.ts' },
  { mutant: 'numbers-given-unlocked', race: 'src/modules/orders/number-documents.race.test.ts' },
  { mutant: 'document-written-unlocked', race: 'src/modules/orders/number-documents.race.test.ts' },
  { mutant: 'refund-counted-from-memory', race: 'src/modules/orders/refunds.race.test.ts' },
  { mutant: 'order-changed-unseen', race: 'src/modules/orders/status-change.race.test.ts' },
  { mutant: 'order-changed-unseen', race: 'src/modules/orders/ship-orders.race.test.ts' },
  { mutant: 'purges-one-by-one', race: 'src/platform/edge/purge-jobs.race.test.ts' },
  { mutant: 'purge-under-way-does-for-later', race: 'src/platform/edge/purge-jobs.race.test.ts' },
  { mutant: 'order-changed-without-lock', race: 'src/modules/orders/status-change.race.test.ts' },
];

/** Mutants whose runs take longer, used only in the long run. */
const longCases = [
  { mutant: 'lease-of-a-lost-commit-kept', race: 'src/modules/checkout/checkout-lease.race.test.ts' },
  { mutant: 'lease-released-once', race: 'src/modules/checkout/checkout-lease.race.test.ts' },
  { mutant: 'expiry-releases-first', race: 'tests/chaos/edge.test.ts' },
  { mutant: 'expiry-ends-paid-checkouts', race: 'tests/chaos/edge.test.ts' },
  { mutant: 'mail-sent-by-the-checkout', race: 'tests/chaos/mail-outage.test.ts' },
  { mutant: 'mails-sent-by-the-clock', race: 'tests/chaos/mail-outage.test.ts' },
  { mutant: 'mails-sent-by-the-clock', race: 'tests/chaos/two-processes.test.ts' },
];
const isLongRun = process.env.CHAOS_KILLS !== undefined;
/** Unset, so that each run takes its short form. */
const ofTheLongRun = { CHAOS_KILLS: undefined, CHAOS_CHECKOUTS: undefined, CHAOS_EDGE_BUYERS: undefined };

type Report = { testResults: { assertionResults: { status: string; failureMessages: string[] }[] }[] };
type Run = { exitCode: number; failures: string[] };

const vitest = resolve('node_modules/vitest/vitest.mjs');

/** Runs one suite with a mutant planted, in a separate process. */
function runWith(mutant: string, race: string): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-mutant-'));
  const report = join(folder, 'report.json');
  const project = race.startsWith('tests/chaos/') ? 'chaos' : 'postgres';
  // One failing test is enough to detect the mutant.
  const args = [vitest, 'run', '--bail=1', `--project=${project}`, race];
  // scripts/run-checks.ts sets TEST_REPORT: this run must not write to an inherited path.
  const env = {
    ...process.env,
    ...ofTheLongRun,
    MUTANT: mutant,
    TEST_REPORT: report,
    TEST_DATABASE_URL: inject('postgresUrl'),
    TEST_DATABASE_TEMPLATE: inject('postgresTemplate'),
  };
  return new Promise((done, failed) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error) => {
      try {
        const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
        const failures = testResults.flatMap((file) => file.assertionResults.flatMap((one) => one.failureMessages));
        done({ exitCode: Number(error?.code ?? 0), failures });
      } catch (unread) {
        failed(unread);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}

test.for([...cases, ...(isLongRun ? longCases : [])])(
  'the race detects the mutant $mutant in $race',
  async ({ mutant, race }) => {
    const runs: Run[] = [];
    // A race may pass by chance: a planted mutant must fail one of three runs.
    while (runs.length < 3 && !runs.some(({ exitCode }) => exitCode !== 0)) runs.push(await runWith(mutant, race));
    const noticed = runs.find(({ exitCode }) => exitCode !== 0);
    console.log(`${mutant}: noticed in run ${runs.length}: ${noticed?.failures[0]?.split('\n')[0] ?? 'not at all'}`);
    expect(noticed?.failures[0]).toMatch(/^AssertionError/);
  },
);
