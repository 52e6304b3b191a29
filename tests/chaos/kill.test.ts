import { expect, test } from 'vitest';

import { runChaos } from './chaos-run.ts';
import { allZero } from './invariants.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 40);
const checkouts = Number(process.env.CHAOS_CHECKOUTS ?? 150);

test(`a shop killed ${kills} times during ${checkouts} checkouts loses no order, unit, code or email`, async () => {
  const { violations, figures, crashes } = await runChaos({ kills, checkouts });
  console.log(figures, violations);
  expect(crashes).toEqual([]);
  expect(violations).toEqual(allZero);
  expect(figures.orders).toBeGreaterThan(checkouts / 4);
});
