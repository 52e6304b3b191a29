import pg from 'pg';
import { startShopServer } from '../tests/e2e/support/shop-server.ts';
import { openBusyShop, untilTold } from './support/busy-shop.ts';
import { newGuest } from './support/guest.ts';
import { closedLoop } from './support/loops.ts';
import { median } from './support/figures.ts';
import { cpuMs } from './support/process-figures.ts';
import { callsTo } from './support/shop-calls.ts';
const [rounds, seconds, what] = [
  Number(process.argv[2] ?? 5),
  Number(process.argv[3] ?? 3),
  process.argv[4] ?? 'checkout',
];
const folders = (process.argv[5] ?? '/tmp/h3base,.').split(',');
const sides = [];
for (const folder of folders) {
  const shop = await openBusyShop();
  const server = await startShopServer(
    {
      SESSION_SECRET: 'a secret of a bench, the same for all its processes',
      TRUST_PROXY: 'true',
      RATE_LIMITS: 'on',
      DATABASE_URL: shop.databaseUrl,
    },
    folder,
  );
  sides.push({
    folder,
    shop,
    server,
    ...callsTo(server.port, 16),
    rates: [] as number[],
    cpu: [] as number[],
    p50: [] as number[],
  });
}
const flow = async (side: (typeof sides)[0]) => {
  const g = newGuest(side.call, side.shop.goods);
  if (what === 'cart') {
    await g.addToCart();
    await g.readCart();
  } else await g.checkOut();
};
for (let round = -1; round < rounds; round += 1)
  for (const side of sides) {
    await untilTold(side.shop);
    const b = cpuMs(side.server.pid());
    const r = await closedLoop({ atOnce: 8, seconds }, () => flow(side));
    await untilTold(side.shop);
    if (round >= 0) {
      side.rates.push(r.perSecond);
      side.cpu.push((cpuMs(side.server.pid()) - b) / r.count);
      side.p50.push(median(r.times));
    }
  }
for (const s of sides) {
  console.log(
    s.folder.padEnd(12),
    'rate',
    median(s.rates).toFixed(1),
    'cpu ms',
    median(s.cpu).toFixed(1),
    'min cpu',
    Math.min(...s.cpu).toFixed(1),
    'p50',
    median(s.p50).toFixed(0),
  );
  s.end();
  await s.server.stop();
  await s.shop.close();
}
process.exit(0);
