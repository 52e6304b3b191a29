import { contactMonitoring } from '#modules/contact/contact.monitoring.server.ts';
import { reviewsMonitoring } from '#modules/reviews/reviews.monitoring.server.ts';
import { catalogMonitoring } from '#modules/catalog/catalog.monitoring.server.ts';
import { endedCheck, liveCheck } from '#modules/checkout/checkout.monitoring.server.ts';
import { ordersCheck, ordersMonitoring } from '#modules/orders/orders.monitoring.server.ts';
import { emailMonitoring } from '#modules/email/email.monitoring.server.ts';
import { webhooksMonitoring } from '#modules/webhooks/webhooks.monitoring.server.ts';
import { personalDataMonitoring } from '#modules/privacy/retention.monitoring.server.ts';
import { securityMonitoring } from '#modules/accounts/security-log.monitoring.server.ts';
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
