import type { SQL } from 'drizzle-orm';

/** Rows that wait for the owner: how they are counted and called, and the page on which they are dealt with. */
export type Attention = {
  one: string;
  many: string;
  to: string;
  urgency: 'now' | 'soon';
  /** What is counted, as `from … where …`. */
  rows: SQL;
  /** Selects the last part of the address of the row that waits longest. */
  first?: SQL;
  /** Selects the moment by which the first one must be answered. */
  dueAt?: SQL;
};

/** A gauge of `/metrics`: `counts` selects its labels and a `count` of each. No label names a person. */
export type CountGauge = { name: string; help: string; labels: readonly string[]; counts: SQL };

/** What a module shows of its state, registered in src/app/monitoring.server.ts. */
export type Monitoring = { attention?: readonly Attention[]; gauges?: readonly CountGauge[] };
