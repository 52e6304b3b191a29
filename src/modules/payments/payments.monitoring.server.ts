import type { Db } from '#platform/db/database.server.ts';

/** Payments that the provider must know, by their ids there, and what `doctor` says of those that it does not know. */
export type PaymentCheck = {
  payments(db: Db): Promise<string[]>;
  state: 'warning' | 'problem';
  /** For a list of ids, cut to the first few. */
  text(listed: string): string;
  /** Whether the provider was asked before and did not know them. */
  isUnknown?: boolean;
};

/** How many of the latest payments are looked at. */
export const checkedPayments = 20;
export const otherKeys = 'they were made with keys of another account or mode';
