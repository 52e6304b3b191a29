import { percentile } from '../../../bench/support/bench-report.ts';
import { newGuest, type Goods } from '../../../bench/support/guest-shopper.ts';
import { callsTo, type Call } from '../../../bench/support/shop-calls.ts';
import { atPace } from './at-pace.ts';

/**
 * Pace of sales, of which each may take one second. A slower machine sells less, instead of failing
 * a queue of buyers.
 */
const pace = { perSecond: 20, maxPending: 20 };

type TimedRequest = { path: string; ms: number };

/**
 * Runs guests who buy until stopped, from cart to paid order, at each process in turn. Every
 * response must be 200.
 */
export function startTimedSales(goods: Goods) {
  const fronts: ReturnType<typeof callsTo>[] = [];
  const failures: string[] = [];
  let requests: TimedRequest[] = [];
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
        requests.push({ path: words[1], ms: performance.now() - sentAt });
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
    /** Number of sales since the last figures. */
    sales: () => sales,
    /** Adds a process to buy at. */
    buyAlsoAt: (port: number) => void fronts.push(callsTo(port, pace.maxPending)),
    /** Returns sales and request durations since the last figures. */
    figures() {
      const times = requests.map(({ ms }) => ms);
      const slowest = requests.toSorted((a, b) => b.ms - a.ms)[0];
      const seconds = (performance.now() - begun) / 1_000;
      const now = {
        seconds: Math.round(seconds),
        sales,
        'sales/s': Number((sales / seconds).toFixed(1)),
        requests: requests.length,
        'p99 ms': Math.round(percentile(times, 0.99)),
        'longest ms': Math.round(slowest?.ms ?? 0),
        'longest request': slowest?.path,
      };
      [requests, sales, begun] = [[], 0, performance.now()];
      return now;
    },
    async stop() {
      isOver = true;
      await ended;
      for (const { end } of fronts) end();
    },
  };
}
