import { accountJobs } from '#modules/accounts/jobs.server.ts';
import { analyticsJobs } from '#modules/analytics/jobs.server.ts';
import { checkoutJobs } from '#modules/checkout/jobs.server.ts';
import { conversionJobs } from '#modules/conversions/jobs.server.ts';
import { emailJobs } from '#modules/email/jobs.server.ts';
import { letterJobs } from '#modules/letters/jobs.server.ts';
import { marketingJobs } from '#modules/marketing/jobs.server.ts';
import { orderJobs } from '#modules/orders/jobs.server.ts';
import { paymentJobs } from '#modules/payments/jobs.server.ts';
import { personalDataJobs } from '#modules/personal-data/jobs.server.ts';
import { visitJobs } from '#modules/visits/jobs.server.ts';
import { webhookJobs } from '#modules/webhooks/jobs.server.ts';

import { shopMails } from './mails.server.ts';
import { shopPersonalData } from './personal-data.server.ts';

/** Everything the shop does on its own: one line per module that has jobs. */
export const shopJobs = [
  ...accountJobs,
  ...analyticsJobs,
  ...checkoutJobs,
  ...conversionJobs,
  ...emailJobs(shopMails),
  ...letterJobs,
  ...marketingJobs,
  ...orderJobs,
  ...paymentJobs,
  ...personalDataJobs(shopPersonalData),
  ...visitJobs,
  ...webhookJobs,
];
