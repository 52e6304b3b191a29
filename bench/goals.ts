/**
 * Bound of a figure. With `of: 'ratio'`, bound of its ratio to the reference measured in the same
 * run.
 */
export type Goal = ({ atMost: number } | { atLeast: number }) & {
  of?: 'ratio';
  /** Cores that the machine needs for the figure to be meaningful. */
  minCores?: number;
};

const share = (min: number): Goal => ({ atLeast: min, of: 'ratio' });
const times = (max: number): Goal => ({ atMost: max, of: 'ratio' });

const lighthouse = (path: string, performance: number): Record<string, Goal> => ({
  [`lighthouse${path}:performance`]: { atLeast: performance },
  [`lighthouse${path}:accessibility`]: { atLeast: 100 },
  [`lighthouse${path}:best-practices`]: { atLeast: 100 },
  [`lighthouse${path}:seo`]: { atLeast: 100 },
  [`lighthouse${path}:lcp`]: { atMost: 1500 },
  [`lighthouse${path}:tbt`]: { atMost: 100 },
  [`lighthouse${path}:cls`]: { atMost: 0.01 },
});

/** Goal of each figure, by name. Figures without a goal are informational. */
export const goals: Readonly<Record<string, Goal>> = {
  'page-weight/:js': { atMost: 115 },
  'page-weight/:css': { atMost: 15 },
  'page-weight/:fonts': { atMost: 50 },
  'page-weight/:hero': { atMost: 30 },
  'page-weight/:all': { atMost: 230 },
  'page-weight/product:js': { atMost: 122 },
  'page-weight/product:all': { atMost: 240 },
  'page-weight/checkout:js': { atMost: 132 },
  'page-throughput/': share(0.6),
  'page-throughput/product': share(0.6),
  ...lighthouse('/', 99),
  ...lighthouse('/product', 99),
  ...lighthouse('/quiz', 95),
  ...lighthouse('/checkout', 95),
  'start:new-database': { atMost: 8 },
  'start:existing-database': { atMost: 2 },
  'admin-scale:orders:p50': { atMost: 8 },
  'admin-scale:orders:p95': times(2),
  'admin-scale:order-search:p95': times(3),
  'admin-scale:order-detail:p95': times(2),
  'admin-scale:dashboard:p95': times(2),
  'admin-scale:customers:p95': times(2),
  'admin-scale:guests:p95': times(2),
  'admin-scale:customer-search:p95': times(3),
  'admin-scale:analytics:p95': times(3),
  'admin-scale:place-order:kept-sums': share(0.6),
  'ssr-uncached': share(0.6),
  'ssr-uncached:server-cpu': { atMost: 1.5 },
  'cart-throughput': share(0.6),
  'cart-throughput:8-at-once': { atLeast: 2_500 },
  'cart-throughput:cpu': { atMost: 0.7 },
  'checkout-throughput:against-bare-pg': share(0.5),
  'checkout-throughput:statements': { atMost: 45 },
  'checkout-throughput:round-trips': { atMost: 22 },
  'checkout-throughput:8-at-once': { atLeast: 120 },
  'checkout-throughput:8-at-once-p99': { atMost: 120 },
  'checkout-throughput:cpu': { atMost: 11 },
  'checkout-throughput:20-a-second-p99': { atMost: 800 },
  'memory:idle-embedded': { atMost: 300 },
  'memory:idle': { atMost: 120 },
  'memory:1000-shoppers': { atMost: 200 },
  'memory:growth': { atMost: 1 },
  'hot-stock:2': { atLeast: 1_000 },
  // Two cores for the shop, two for the database, one for the shoppers. With fewer cores the
  // processes only take turns.
  'scale-out:2': { ...share(1.7), minCores: 5 },
};
