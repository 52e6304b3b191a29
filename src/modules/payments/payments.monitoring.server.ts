import type { Db } from '#platform/db/database.server.ts';
import type { Monitoring } from '#platform/monitoring-types.server.ts';

import { countBuyerErasures, lateBuyerErasures } from './payments.queries.server.ts';

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
export const otherKeys = 'they were created with keys from another account or mode';

export const paymentsMonitoring: Monitoring = {
  attention: [
    {
      one: 'customer overdue for erasure at the payment provider',
      many: 'customers overdue for erasure at the payment provider',
      to: null,
      urgency: 'soon',
      rows: lateBuyerErasures,
    },
  ],
  gauges: [
    {
      name: 'shop_buyer_erasures_waiting',
      help: 'Payments whose buyers are still to be erased at the payment provider',
      labels: [],
      counts: countBuyerErasures,
    },
  ],
};
