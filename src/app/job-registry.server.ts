import { analyticsJobs } from '#modules/analytics/analytics.jobs.server.ts';
import { booksJobs } from '#modules/books/books.jobs.server.ts';
import { contentJobs } from '#modules/content/content.jobs.server.ts';
import { checkoutJobs } from '#modules/checkout/checkout.jobs.server.ts';
import { conversionJobs } from '#modules/conversions/conversions.jobs.server.ts';
import { emailJobs } from '#modules/email/email.jobs.server.ts';
import { findHeadlineTest } from '#modules/marketing/headline-test.queries.server.ts';
import { marketingJobs } from '#modules/marketing/marketing.jobs.server.ts';
import { notificationJobs } from '#modules/notifications/notifications.jobs.server.ts';
import { orderJobs } from '#modules/orders/orders.jobs.server.ts';
import { paymentJobs } from '#modules/payments/payments.jobs.server.ts';
import { personalDataJobs } from '#modules/privacy/retention.jobs.server.ts';
import { webhookJobs } from '#modules/webhooks/webhooks.jobs.server.ts';

import { shopMails } from './mail-registry.server.ts';
import { shopNotices } from './admin-alert-sources.server.ts';
import { shopPersonalData } from './personal-data-registry.server.ts';

/** Background jobs of the shop: one line per module that has jobs. */
export const shopJobs = [
  ...analyticsJobs,
  ...booksJobs,
  ...checkoutJobs,
  ...contentJobs(async (db) => (await findHeadlineTest(db)).isOn),
  ...conversionJobs,
  ...emailJobs(shopMails),
  ...marketingJobs,
  ...notificationJobs(shopNotices),
  ...orderJobs,
  ...paymentJobs,
  ...personalDataJobs(shopPersonalData),
  ...webhookJobs,
];
