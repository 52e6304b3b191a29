import { analyticsJobs } from '#modules/owner/analytics/jobs.server.ts';
import { checkoutJobs } from '#modules/buying/checkout/jobs.server.ts';
import { conversionJobs } from '#modules/buying/meta-conversions/jobs.server.ts';
import { emailJobs } from '#modules/ground/email/jobs.server.ts';
import { automationJobs } from '#modules/persuading/automations/jobs.server.ts';
import { marketingJobs } from '#modules/persuading/marketing/jobs.server.ts';
import { orderJobs } from '#modules/buying/orders/jobs.server.ts';
import { paymentJobs } from '#modules/ground/payments/jobs.server.ts';
import { personalDataJobs } from '#modules/people/personal-data/jobs.server.ts';
import { webAnalyticsJobs } from '#modules/owner/web-analytics/jobs.server.ts';
import { webhookJobs } from '#modules/ground/outgoing-webhooks/jobs.server.ts';

import { shopMails } from './mails.server.ts';
import { shopPersonalData } from './personal-data.server.ts';

/** Everything the shop does on its own: one line per module that has jobs. */
export const shopJobs = [
  ...analyticsJobs,
  ...checkoutJobs,
  ...conversionJobs,
  ...emailJobs(shopMails),
  ...automationJobs,
  ...marketingJobs,
  ...orderJobs,
  ...paymentJobs,
  ...personalDataJobs(shopPersonalData),
  ...webAnalyticsJobs,
  ...webhookJobs,
];
