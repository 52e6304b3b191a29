import type { SQL, SQLWrapper } from 'drizzle-orm';

/** Rows that need the owner's attention: their labels, and the page that handles them. */
export type DashboardAlert = {
  one: string;
  many: string;
  /** Null if no page handles them. */
  to: string | null;
  urgency: 'now' | 'soon';
  /** Rows to count, as `from … where …`. */
  rows: SQL;
  /** Time at which a row began to need attention. Unset if it is not known. */
  since?: SQLWrapper;
  /** Selects the last part of the address of the row that has waited longest. */
  first?: SQL;
  /** Selects the time by which the first row must be answered. */
  dueAt?: SQL;
};

/**
 * A gauge of `/metrics`: `counts` selects its labels and a `count` of each. No label identifies a
 * person.
 */
export type CountGauge = { name: string; help: string; labels: readonly string[]; counts: SQL };

/** Monitoring entries of a module, registered in src/app/monitoring-registry.server.ts. */
export type Monitoring = { attention?: readonly DashboardAlert[]; gauges?: readonly CountGauge[] };
