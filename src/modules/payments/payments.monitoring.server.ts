import type { Db } from '#platform/db/database.server.ts';
import type { Monitoring } from '#platform/monitoring.server.ts';

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
export const otherKeys = 'they were made with keys of another account or mode';

export const paymentsMonitoring: Monitoring = {
  attention: [
    {
      one: 'buyer not erased at the payment provider for a day',
      many: 'buyers not erased at the payment provider for a day',
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
