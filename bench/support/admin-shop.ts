import { demoAccounts } from '#content/demo-shop.ts';
import { countSalesDays } from '#modules/orders/sales-days.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';
import { setTimeZone } from '#shared/shop-zone.ts';

import { startShopServer, type ShopServer } from '../../tests/e2e/support/shop-server.ts';
import { administer } from '../../tests/support/postgres-cluster.ts';
import { report } from './bench-report.ts';
import { fillWithOrders, type BenchDatabase } from './fill-orders.ts';

const seed = 7;

/** A filled shop with the session of an admin, and the numbers of some of its orders. */
export type AdminShop = ShopServer & { cookie: string; orderNumbers: string[] };

async function adminCookie(url: string): Promise<string> {
  const { email, password } = demoAccounts[0] ?? { email: '', password: '' };
  const headers = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** More days than a bench has. */
const allDays = 10_000;

/** Counts the sales of all days, as the job does within minutes. */
async function countDays(url: string): Promise<void> {
  setTimeZone(readSettings({}).timeZone);
  const database = await openDatabase({ databaseUrl: url, poolSize: 1, onError: () => undefined });
  const begun = performance.now();
  await countSalesDays(database.db, allDays);
  report({ name: 'admin-scale:count-sales-days', value: (performance.now() - begun) / 1000, unit: 's' });
  await database.close();
  await administer(url, 'vacuum analyze sales_days');
}

/** Starts a shop on a bench database and fills it. `settings` are of its process. */
export async function openAdminShop(
  database: BenchDatabase,
  orders: number,
  settings: Record<string, string> = {},
): Promise<AdminShop> {
  const shop = await startShopServer({ DATABASE_URL: database.url, ...settings });
  const begun = performance.now();
  const orderNumbers = await fillWithOrders(database, { orders, seed });
  await countDays(database.url);
  report({ name: `admin-scale:fill-${orders}`, value: (performance.now() - begun) / 1000, unit: 's' });
  return { ...shop, cookie: await adminCookie(shop.url), orderNumbers };
}
