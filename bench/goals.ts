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

const lighthouse = (path: string): Record<string, Goal> => ({
  [`lighthouse${path}:performance`]: { atLeast: 95 },
  [`lighthouse${path}:accessibility`]: { atLeast: 100 },
  [`lighthouse${path}:best-practices`]: { atLeast: 100 },
  [`lighthouse${path}:seo`]: { atLeast: 100 },
  [`lighthouse${path}:lcp`]: { atMost: 1800 },
  [`lighthouse${path}:tbt`]: { atMost: 200 },
  [`lighthouse${path}:cls`]: { atMost: 0.01 },
});

/**
 * Goal of each figure, by name. Figures without a goal are informational. Speed is a ratio to a
 * bare implementation. Bytes, memory, statements and a person's waiting time are absolute.
 */
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
  ...lighthouse('/'),
  ...lighthouse('/product'),
  ...lighthouse('/quiz'),
  ...lighthouse('/checkout'),
  'start:new-database': { atMost: 8 },
  'start:existing-database': { atMost: 2 },
  'admin-scale:orders:p95': times(2),
  'admin-scale:order-search:p95': { atMost: 150 },
  'admin-scale:order-detail:p95': times(2),
  'admin-scale:dashboard:p95': { atMost: 300 },
  'admin-scale:customers:p95': times(2),
  'admin-scale:guests:p95': times(2),
  'admin-scale:customer-search:p95': times(3),
  'admin-scale:analytics:p95': { atMost: 300 },
  'admin-scale:figures-year:p95': { atMost: 300 },
  'admin-scale:orders-of-figure:p95': { atMost: 300 },
  'admin-scale:refunded-orders:p95': { atMost: 300 },
  'admin-scale:place-order:customers': share(0.6),
  'ssr-uncached/checkout': share(0.6),
  'cart-throughput': share(0.6),
  'checkout-throughput:against-bare-pg': share(0.5),
  'checkout-throughput:statements': { atMost: 36 },
  'checkout-throughput:round-trips': { atMost: 22 },
  'checkout-throughput:20-a-second-p99': { atMost: 800 },
  'memory:idle-embedded': { atMost: 300 },
  'memory:idle': { atMost: 150 },
  'memory:1000-shoppers': { atMost: 250 },
  'memory:growth': { atMost: 1 },
  // Two cores for the shop, two for the database, one for the shoppers. With fewer cores the
  // processes only take turns.
  'scale-out:2': { ...share(1.7), minCores: 5 },
};
