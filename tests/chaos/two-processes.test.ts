import { afterAll, beforeAll, expect, test } from 'vitest';

import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { runChaos } from './chaos-run.ts';
import { allZero, noMailAstray } from './invariants.ts';

const processes = Number(process.env.CHAOS_PROCESSES ?? 2);
const kills = Number(process.env.CHAOS_KILLS ?? 8);
const checkouts = Number(process.env.CHAOS_CHECKOUTS ?? 40);

let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.stop());

test(`${processes} processes on one database, killed ${kills} times at random during ${checkouts} checkouts, lose nothing and do nothing twice`, async () => {
  const { violations, figures, crashes } = await runChaos({
    kills,
    checkouts,
    processes,
    mailServer,
    settleMs: 60_000 + checkouts * 500,
  });
  console.log(figures, violations);
  expect(crashes).toEqual([]);
  expect(violations).toEqual({ ...allZero, ...noMailAstray });
  expect(figures.orders).toBeGreaterThan(checkouts / 4);
  // Buyers draw a process for each request. Mails prove nothing, because one process may send a
  // small backlog alone.
  for (let place = 1; place <= processes; place += 1) {
    expect(figures, `work of process ${place}`).toHaveProperty(`checkouts leased by shop-${place}`);
  }
});
