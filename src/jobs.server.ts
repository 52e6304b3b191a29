import { checkoutJobs } from '#modules/checkout/jobs.server.ts';
import { emailJobs } from '#modules/email/jobs.server.ts';
import { marketingJobs } from '#modules/marketing/jobs.server.ts';
import { orderJobs } from '#modules/orders/jobs.server.ts';
import { paymentJobs } from '#modules/payments/jobs.server.ts';

/** Everything the shop does on its own: one line per module that has jobs. */
export const shopJobs = [...checkoutJobs, ...emailJobs, ...marketingJobs, ...orderJobs, ...paymentJobs];
