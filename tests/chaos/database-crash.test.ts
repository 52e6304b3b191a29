import { expect, test } from 'vitest';

import { startCluster, type Cluster } from '../support/postgres-cluster.ts';
import { runChaos } from './chaos-run.ts';
import { allZero } from './invariants.ts';

const kills = Number(process.env.CHAOS_CRASHES ?? 4);
const checkouts = Number(process.env.CHAOS_CRASH_CHECKOUTS ?? 40);

async function ownCluster(): Promise<Cluster> {
  const cluster = await startCluster();
  return cluster;
}

test(`a database that crashes ${kills} times during ${checkouts} checkouts loses nothing, and the shop stays up`, async () => {
  const { violations, figures, crashes } = await runChaos({
    kills,
    checkouts,
    cluster: await ownCluster(),
    pauseMs: 2_500,
  });
  console.log(figures, violations);
  expect(crashes).toEqual([]);
  expect(violations).toEqual(allZero);
  expect(figures.orders).toBeGreaterThan(checkouts / 4);
});

test('a shop that ignores lost connections is detected to crash with its database', async () => {
  const plan = {
    kills: 10,
    checkouts: 150,
    cluster: await ownCluster(),
    pauseMs: 600,
    settleMs: 1_000,
    timeoutMs: 8_000,
  };
  const { crashes } = await runChaos({ ...plan, mutants: ['lost-connection-unheard'] });
  console.log(crashes.map((words) => words.split('\n').find((line) => line.includes('rror'))));
  expect(crashes.length).toBeGreaterThan(0);
});
