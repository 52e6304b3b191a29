import { expect, test } from 'vitest';

import { runChaos } from './chaos-run.ts';
import { allZero } from './invariants.ts';

const scale = Number(process.env.CHAOS_KILLS ?? 40) / 40;
const size = { kills: Math.ceil(5 * scale), checkouts: Math.ceil(32 * scale), vanish: 1 };

test('the webhook alone creates every order, without a browser request or the reconciler', async () => {
  const { violations, figures, crashes } = await runChaos({ ...size, mutants: ['without-reconciler'], copies: [1, 5] });
  console.log(figures, violations);
  expect(crashes).toEqual([]);
  expect(violations).toEqual(allZero);
  expect(figures.orders).toBeGreaterThan(size.checkouts / 4);
});

test('the reconciler alone creates every order, without a browser request or an event', async () => {
  const { violations, figures, crashes } = await runChaos({ ...size, mutants: ['without-webhook'] });
  console.log(figures, violations);
  expect(crashes).toEqual([]);
  expect(violations).toEqual(allZero);
  expect(figures.orders).toBeGreaterThan(size.checkouts / 4);
});

test('the sweeper alone creates every order once its time is up, without a browser request, an event or the reconciler', async () => {
  const mutants = ['without-webhook', 'without-reconciler'];
  const { violations, figures, crashes } = await runChaos({ ...size, mutants, endsAll: true });
  console.log(figures, violations);
  expect(crashes).toEqual([]);
  expect(violations).toEqual(allZero);
  expect(figures.orders).toBeGreaterThan(size.checkouts / 4);
});

test('a webhook that stores an event before its effect is detected to lose orders', async () => {
  const mutants = ['without-reconciler', 'event-noted-before-its-effect'];
  const { violations, figures } = await runChaos({
    ...size,
    kills: 3,
    checkouts: 20,
    mutants,
    copies: [1, 5],
    settleMs: 4_000,
  });
  console.log(figures, violations);
  expect(violations['paid intents without an order']).toBeGreaterThan(0);
});
