import { desc, isNotNull } from 'drizzle-orm';

import { livePayments, unknownPayments } from '#modules/buying/checkout/expiry/unknown/service.server.ts';
import { orders } from '#modules/buying/orders/tables.server.ts';
import { answerOf } from '#modules/ground/payments/failures/service.server.ts';
import { createPayments, type Payments } from '#modules/ground/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { fine, problem, warning, type Finding } from './finding.ts';

const looked = 20;
const namesShown = 5;
const daysBack = 90;

async function paymentsOfOrders(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: orders.paymentIntentId })
    .from(orders)
    .where(isNotNull(orders.paymentIntentId))
    .orderBy(desc(orders.placedAt))
    .limit(looked);
  return rows.flatMap(({ name }) => name ?? []);
}

/** The first names and how many more there are. */
function listed(names: readonly string[]): string {
  const more = names.length - namesShown;
  return `${names.slice(0, namesShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

async function unknownOf({ readIntent }: Pick<Payments, 'readIntent'>, names: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const name of names) if ((await answerOf(() => readIntent(name))) === 'unknown') unknown.push(name);
  return unknown;
}

const otherKeys = 'they were made with keys of another account or mode';

/** Payments of this shop that the provider does not know: those under way, those of the latest orders, and those given up for it. */
export async function findUnknownPayments(db: Db, payments: Pick<Payments, 'readIntent'>): Promise<Finding[]> {
  const live = await unknownOf(
    payments,
    (await livePayments(db, looked)).map(({ name }) => name),
  );
  const placed = await unknownOf(payments, await paymentsOfOrders(db));
  const since = new Date(Date.now() - daysBack * 86_400_000);
  const ended = (await unknownPayments(db, since)).map(({ name }) => name);
  const found = [
    ...(live.length === 0
      ? []
      : [problem(`Payments under way are unknown to the provider (${listed(live)}): ${otherKeys}.`)]),
    ...(placed.length === 0
      ? []
      : [
          warning(
            `Payments of orders are unknown to the provider (${listed(placed)}): ${otherKeys}, and need them for refunds.`,
          ),
        ]),
    ...(ended.length === 0
      ? []
      : [
          warning(
            `Payments were given up as unknown to the provider (${listed(ended)}): ${otherKeys}; look there whether they were paid.`,
          ),
        ]),
  ];
  return found.length === 0 ? [fine('The payment provider knows the latest payments of this shop.')] : found;
}

/** As findUnknownPayments, of the provider that the settings name. */
export function paymentFindings(settings: Settings, db: Db): Promise<Finding[]> {
  return findUnknownPayments(db, createPayments({ settings, db, deliver: async () => 503 }));
}
