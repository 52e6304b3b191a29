import { contactMonitoring } from '#modules/contact/contact.monitoring.server.ts';
import { reviewsMonitoring } from '#modules/reviews/reviews.monitoring.server.ts';
import { catalogMonitoring } from '#modules/catalog/catalog.monitoring.server.ts';
import {
  checkoutMonitoring,
  abandonedPaymentsCheck,
  activePaymentsCheck,
} from '#modules/checkout/checkout.monitoring.server.ts';
import { ordersCheck, ordersMonitoring } from '#modules/orders/orders.monitoring.server.ts';
import { paymentsMonitoring } from '#modules/payments/payments.monitoring.server.ts';
import { emailMonitoring } from '#modules/email/email.monitoring.server.ts';
import { webhooksMonitoring } from '#modules/webhooks/webhooks.monitoring.server.ts';
import { personalDataMonitoring } from '#modules/privacy/retention.jobs.server.ts';
import { securityMonitoring } from '#modules/accounts/security-log.server.ts';
import { backupAttention } from '#platform/backups/backups.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import type { DashboardAlert, Monitoring } from '#platform/monitoring-types.server.ts';

/** Modules that report their state. */
const modules: readonly Monitoring[] = [
  ordersMonitoring,
  checkoutMonitoring,
  paymentsMonitoring,
  emailMonitoring,
  catalogMonitoring,
  reviewsMonitoring,
  contactMonitoring,
  securityMonitoring,
  personalDataMonitoring,
  webhooksMonitoring,
];

const attention = modules.flatMap((one) => one.attention ?? []);

/**
 * Dashboard entries that may need the owner, most urgent first. A shop that is being set up has no
 * backup yet, which its checklist says.
 */
export function shopAttention(settings: Pick<Settings, 'shopMode'>, isLaunching = false): DashboardAlert[] {
  const all = isLaunching ? attention : [...attention, backupAttention(settings)];
  return ['now', 'soon'].flatMap((urgency) => all.filter((one) => one.urgency === urgency));
}

export const shopGauges = modules.flatMap(({ gauges = [] }) => gauges);

/** Payment checks that `doctor` runs against the provider. */
export const paymentChecks = [activePaymentsCheck, ordersCheck, abandonedPaymentsCheck];
