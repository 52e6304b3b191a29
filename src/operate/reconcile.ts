import { parseArgs } from 'node:util';

import { readSettings } from '#platform/env/settings.server.ts';
import { formatUsd } from '#shared/money.ts';

import { CommandProblem, runCommand, say } from './command.server.ts';
import { hasDatabase, openParts, openShopDatabase, type Parts } from './open.server.ts';
import { paidWithoutOrder, settleAll } from './reconcile.server.ts';

function daysFrom(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days > 0 && days <= 365) return days;
  throw new CommandProblem('--days must be a whole number from 1 to 365.');
}

await runCommand(async (args) => {
  const options = { days: { type: 'string', default: '7' }, settle: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args, options });
  const days = daysFrom(values.days);
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandProblem(`There is no shop in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  let parts: Parts | undefined;
  try {
    parts = await openParts(settings, database);
    const found = await paidWithoutOrder(parts.ctx, days);
    for (const { id, amountReceivedCents, checkoutId } of found) {
      say(`${id}  ${formatUsd(amountReceivedCents)}  checkout ${checkoutId}`);
    }
    if (found.length === 0) say(`Every payment of the last ${days} days has its order.`);
    else if (values.settle) say(`Placed: ${(await settleAll(parts.ctx, found)).join(', ')}`);
    else say(`${found.length} paid without an order. Give them one: npm run reconcile -- --days ${days} --settle`);
    return found.length === 0 || values.settle ? 0 : 2;
  } finally {
    await parts?.jobs.stop();
    await database.close();
  }
});
