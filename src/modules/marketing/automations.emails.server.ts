import { createElement } from 'react';

import { automations } from '#content/automations.ts';
import { sampleOrder } from '#modules/orders/orders.emails.server.ts';
import { hasOrderedSince } from '#modules/orders/sales.server.ts';
import type { OrderHead } from '#modules/orders/order-emails.ts';
import type { MailItem, MailKind } from '#modules/email/mail.ts';
import { withSeller, type Named } from './marketing.emails.server.ts';

import { hasStopped } from './automations.queries.server.ts';
import { saleCountsFrom } from './automations.ts';

/** Content of every automated e-mail. `unsubscribeUrl` ends all of them for this recipient. */
type Shown = Named & { firstName: string; items: MailItem[]; unsubscribeUrl: string; shopUrl: string };

type ReviewMail = OrderHead & Shown & { reviewUrl: string };

/** Reminder of an abandoned cart, for someone who agreed to e-mails. */
type CartMail = Shown & { resumeUrl: string };

const sample = (shopUrl: string) => ({ ...sampleOrder(shopUrl), unsubscribeUrl: `${shopUrl}/unsubscribe` });

async function bodyOf(words: typeof automations.review | typeof automations.abandoned, mail: Shown & { url: string }) {
  const { AutomatedEmail } = await import('./mails/automated-email.server.tsx');
  return createElement(AutomatedEmail, { words, ...mail });
}

export const reviewRequest: MailKind<ReviewMail> = {
  name: 'review_request',
  isBulk: true,
  subject: () => automations.review.subject,
  body: (mail) => bodyOf(automations.review, { ...mail, url: mail.reviewUrl }),
  complete: withSeller,
  isUnwanted: ({ db }, { toAddress }) => hasStopped(db, toAddress),
  sample: (shopUrl) => ({ ...sample(shopUrl), reviewUrl: `${shopUrl}/reviews` }),
};

export const abandonedCheckout: MailKind<CartMail> = {
  name: 'abandoned_checkout',
  isBulk: true,
  subject: () => automations.abandoned.subject,
  body: (mail) => bodyOf(automations.abandoned, { ...mail, url: mail.resumeUrl }),
  complete: withSeller,
  isUnwanted: async ({ db }, { toAddress, createdAt }) =>
    (await hasStopped(db, toAddress)) || hasOrderedSince(db, toAddress.toLowerCase(), saleCountsFrom(createdAt)),
  sample: (shopUrl) => ({ ...sample(shopUrl), resumeUrl: `${shopUrl}/resume` }),
};
