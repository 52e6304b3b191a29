import type { Db } from '#platform/db/database.server.ts';

/**
 * Payments that the provider must know, by their ids there, and the message of `doctor` about
 * unknown ones.
 */
export type PaymentCheck = {
  payments(db: Db): Promise<string[]>;
  state: 'warning' | 'problem';
  /** Returns the message for a list of ids, cut to the first few. */
  text(listed: string): string;
  /** True when an earlier check found the payments unknown to the provider. */
  isUnknown?: boolean;
};

/** Number of latest payments that are checked. */
export const checkedPayments = 20;
export const otherKeys = 'they were made with keys of another account or mode';
