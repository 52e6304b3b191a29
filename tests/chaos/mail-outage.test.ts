import { setTimeout as pause } from 'node:timers/promises';

import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { plainBuyer, visit, type Outcome } from './buyer.ts';
import { runChaos, type Scene } from './chaos-run.ts';
import { allZero, noMailAstray } from './invariants.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  const url = new URL(server.url);
  url.searchParams.set('socketTimeout', String(mailTimeoutMs));
  server.url = url.href;
});
afterAll(() => server.stop());

/** Shop's timeout for a silent mail server, and the maximum wait of any buyer. */
const mailTimeoutMs = 4_000;
const maxResponseMs = 3_000;

type Weather = { name: string; buyers: number; begins(): Promise<void> | void; words: string };

const outage: Weather[] = [
  { name: 'connections refused', buyers: 7, begins: () => server.refuseConnections(), words: 'ECONNREFUSED' },
  {
    name: 'answered 451',
    buyers: 7,
    words: '451',
    async begins() {
      await server.acceptConnections();
      server.behave({ text: 451 });
    },
  },
  { name: 'no answer', buyers: 6, begins: () => server.behave({ slowMs: mailTimeoutMs * 2 }), words: 'imeout' },
];

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
    await pause(100);
  }
}

async function buyOneAfterAnother({ front }: Scene, count: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let bought = 0; bought < count; bought += 1) outcomes.push(await visit(front, plainBuyer));
  return outcomes;
}

/** True once an attempt to send has failed with this text of the mail server. */
async function hasFailedWith(pool: Pool, words: string): Promise<boolean> {
  const { rows } = await pool.query(`select from mails where position($1 in last_error) > 0 limit 1`, [words]);
  return rows.length === 1;
}

/** Makes all queued mails due. Returns true when no mail is queued any more. */
async function isDelivered(pool: Pool): Promise<boolean> {
  await pool.query(`update pgboss.job set start_after = now() where name = 'send-mail' and state < 'active'`);
  const { rows } = await pool.query(`select from pgboss.job where name = 'send-mail' and state <> 'completed' limit 1`);
  return rows.length === 0;
}

test('twenty orders paid during a mail server outage exist at once, and each is confirmed once afterwards', async () => {
  const slowest: Record<string, number> = {};
  const shopping = async (scene: Scene): Promise<Outcome[]> => {
    const outcomes = await buyOneAfterAnother(scene, 5);
    slowest['in good order'] = Math.max(...scene.front.waits);
    for (const { name, buyers, begins, words } of outage) {
      await begins();
      scene.front.waits.length = 0;
      outcomes.push(...(await buyOneAfterAnother(scene, buyers)));
      slowest[name] = Math.max(...scene.front.waits);
      await until(`a mail ${name}`, () => hasFailedWith(scene.pool, words));
    }
    server.behave();
    await until('every mail is out', () => isDelivered(scene.pool));
    return outcomes;
  };
  const plan = { kills: 0, checkouts: 25, processes: 2, faults: 0, copies: [1], mailServer: server, shopping };
  const { violations, figures, crashes } = await runChaos(plan);
  console.log(figures, violations, slowest);
  expect(crashes).toEqual([]);
  expect(violations).toEqual({ ...allZero, ...noMailAstray });
  // The owner is told of orders by emails of their own.
  const confirmations = server.taken.filter(({ mail }) => mail.subject?.endsWith('is confirmed'));
  expect([figures['buyers: bought'], figures.orders, confirmations.length]).toEqual([25, 25, 25]);
  const duringOutage = outage.map(({ name }) => slowest[name] ?? Infinity);
  expect(Math.max(...duringOutage)).toBeLessThan(maxResponseMs);
});
