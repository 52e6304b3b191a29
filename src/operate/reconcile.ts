import { readSettings } from '#platform/env/settings.server.ts';

import { CommandProblem, runCommand, say } from './run-command.server.ts';
import type { Parts } from './open-shop.server.ts';

function daysFrom(text: unknown): number {
  const days = Number(text);
  if (Number.isInteger(days) && days > 0 && days <= 365) return days;
  throw new CommandProblem('--days must be a whole number from 1 to 365.');
}

const form = {
  usage: 'npm run reconcile -- [--days 7] [--settle]',
  options: { days: { type: 'string', default: '7' }, settle: { type: 'boolean', default: false } },
} as const;

await runCommand(form, async ({ values }) => {
  const days = daysFrom(values.days);
  const { unknownPayments } = await import('#modules/checkout/expire-checkouts.server.ts');
  const { hasDatabase, openParts, openShopDatabase, refuseOtherVersion } = await import('./open-shop.server.ts');
  const { formatIntentAmount, paidWithoutOrder, settleAll } = await import('./unsettled-payments.server.ts');
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandProblem(`There is no shop in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  let parts: Parts | undefined;
  try {
    await refuseOtherVersion(database);
    parts = await openParts(settings, database);
    const { own, foreign } = await paidWithoutOrder(parts.ctx, days);
    const unknown = await unknownPayments(parts.ctx.db, new Date(Date.now() - days * 86_400_000));
    for (const intent of foreign) say(`${intent.id}  ${formatIntentAmount(intent)}  not of this shop: left alone`);
    for (const { name, checkoutId } of unknown) {
      say(`${name}  checkout ${checkoutId}  unknown to these keys: look it up with those that made it`);
    }
    for (const intent of own) say(`${intent.id}  ${formatIntentAmount(intent)}  checkout ${intent.checkoutId}`);
    if (own.length === 0) say(`Every payment of the last ${days} days has its order.`);
    else if (values.settle === true) say(`Placed: ${(await settleAll(parts.ctx, own)).join(', ')}`);
    else say(`${own.length} paid without an order. Give them one: npm run reconcile -- --days ${days} --settle`);
    return own.length === 0 || values.settle === true ? 0 : 2;
  } finally {
    await parts?.jobs.stop();
    await database.close();
  }
});
