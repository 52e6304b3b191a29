import { percentile } from '../../../bench/support/figures.ts';
import { newGuest, type Goods } from '../../../bench/support/guest.ts';
import { callsTo, type Call } from '../../../bench/support/shop-calls.ts';
import { atPace } from './at-pace.ts';

/** At 20 a second each sale may take a second: a slower machine sells less, and has no queue of buyers fail. */
const pace = { perSecond: 20, maxPending: 20 };

type Asked = { path: string; ms: number };

/** Has guests buy for as long as it is told, from cart to paid order and at each process in turn, each of whose answers must be 200. */
export function startTimedSales(goods: Goods) {
  const fronts: ReturnType<typeof callsTo>[] = [];
  const failures: string[] = [];
  let asked: Asked[] = [];
  let sales = 0;
  let begun = performance.now();
  let isOver = false;
  const timed =
    (call: Call): Call =>
    async (...words) => {
      const sentAt = performance.now();
      try {
        return await call(...words);
      } finally {
        asked.push({ path: words[1], ms: performance.now() - sentAt });
      }
    };
  const sell = async (number: number) => {
    const front = fronts[number % fronts.length];
    if (front === undefined) return;
    try {
      await newGuest(timed(front.call), goods).checkOut();
      sales += 1;
    } catch (error) {
      failures.push(String(error));
    }
  };
  const ended = atPace({ ...pace, isOver: () => isOver }, sell);
  return {
    failures,
    /** Sales since the last figures. */
    sales: () => sales,
    /** One more process to buy at. */
    buyAlsoAt: (port: number) => void fronts.push(callsTo(port, pace.maxPending)),
    /** What was sold since the last figures, and how long its requests took. */
    figures() {
      const times = asked.map(({ ms }) => ms);
      const slowest = asked.toSorted((a, b) => b.ms - a.ms)[0];
      const seconds = (performance.now() - begun) / 1_000;
      const now = {
        seconds: Math.round(seconds),
        sales,
        'sales/s': Number((sales / seconds).toFixed(1)),
        requests: asked.length,
        'p99 ms': Math.round(percentile(times, 0.99)),
        'longest ms': Math.round(slowest?.ms ?? 0),
        'longest request': slowest?.path,
      };
      [asked, sales, begun] = [[], 0, performance.now()];
      return now;
    },
    async stop() {
      isOver = true;
      await ended;
      for (const { end } of fronts) end();
    },
  };
}
