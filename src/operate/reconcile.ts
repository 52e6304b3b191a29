import { readSettings } from '#platform/env/settings.server.ts';

import { CommandError, runCommand, printLine } from './run-command.server.ts';
import type { CommandContext } from './open-shop.server.ts';

function daysFrom(text: unknown): number {
  const days = Number(text);
  if (Number.isInteger(days) && days > 0 && days <= 365) return days;
  throw new CommandError('--days must be a whole number from 1 to 365.');
}

const form = {
  usage: 'npm run reconcile -- [--days 7] [--settle]',
  options: { days: { type: 'string', default: '7' }, settle: { type: 'boolean', default: false } },
} as const;

await runCommand(form, async ({ values }) => {
  const days = daysFrom(values.days);
  const { unknownPayments } = await import('#modules/checkout/expire-checkouts.server.ts');
  const { loadConnections } = await import('#modules/settings/connections.server.ts');
  const { hasDatabase, openCommandContext, openShopDatabase, assertShopVersion } =
    await import('./open-shop.server.ts');
  const { formatIntentAmount, paidWithoutOrder, settleAll } = await import('./unsettled-payments.server.ts');
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandError(`No shop found in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  let parts: CommandContext | undefined;
  try {
    await assertShopVersion(database);
    await loadConnections({ db: database.db, settings });
    parts = await openCommandContext(settings, database);
    const { own, foreign } = await paidWithoutOrder(parts.ctx, days);
    const unknown = await unknownPayments(parts.ctx.db, new Date(Date.now() - days * 86_400_000));
    for (const intent of foreign) printLine(`${intent.id}  ${formatIntentAmount(intent)}  not from this shop, skipped`);
    for (const { name, checkoutId } of unknown) {
      printLine(`${name}  checkout ${checkoutId}  unknown to these keys. Check with the keys that created it`);
    }
    for (const intent of own) printLine(`${intent.id}  ${formatIntentAmount(intent)}  checkout ${intent.checkoutId}`);
    if (own.length === 0) printLine(`Every payment in the last ${days} days has an order.`);
    else if (values.settle === true) printLine(`Placed: ${(await settleAll(parts.ctx, own)).join(', ')}`);
    else
      printLine(
        `${own.length} payments without an order. Create the orders: npm run reconcile -- --days ${days} --settle`,
      );
    return own.length === 0 || values.settle === true ? 0 : 2;
  } finally {
    await parts?.jobs.stop();
    await database.close();
  }
});
