import { contactMonitoring } from '#modules/after/contact/monitoring.server.ts';
import { reviewsMonitoring } from '#modules/after/reviews/monitoring.server.ts';
import { catalogMonitoring } from '#modules/buying/catalog/monitoring.server.ts';
import { endedCheck, liveCheck } from '#modules/buying/checkout/monitoring.server.ts';
import { ordersCheck, ordersMonitoring } from '#modules/buying/orders/monitoring.server.ts';
import { emailMonitoring } from '#modules/ground/email/monitoring.server.ts';
import { webhooksMonitoring } from '#modules/ground/outgoing-webhooks/monitoring.server.ts';
import { personalDataMonitoring } from '#modules/people/personal-data/monitoring.server.ts';
import { securityMonitoring } from '#modules/people/security/monitoring.server.ts';
import type { Monitoring } from '#platform/monitoring.server.ts';

/** One line per module that has something to show of its state. */
const modules: readonly Monitoring[] = [
  ordersMonitoring,
  emailMonitoring,
  catalogMonitoring,
  reviewsMonitoring,
  contactMonitoring,
  securityMonitoring,
  personalDataMonitoring,
  webhooksMonitoring,
];

const attention = modules.flatMap((one) => one.attention ?? []);

/** What may wait for the owner, the most pressing first. */
export const shopAttention = ['now', 'soon'].flatMap((urgency) => attention.filter((one) => one.urgency === urgency));

export const shopGauges = modules.flatMap(({ gauges = [] }) => gauges);

/** What `doctor` asks the provider about. */
export const paymentChecks = [liveCheck, ordersCheck, endedCheck];
