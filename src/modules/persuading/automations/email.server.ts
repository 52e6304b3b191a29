import { createElement } from 'react';

import { letters } from '#content/letters.ts';
import type { MailItem, MailKind } from '#modules/ground/email/rules.ts';
import { sampleOrder } from '#modules/buying/orders/email.server.ts';
import type { OrderHead } from '#modules/buying/orders/mails/rules.ts';

/** Asks for a review; `unsubscribeUrl` ends letters of this kind. */
type ReviewMail = OrderHead & { reviewUrl: string; unsubscribeUrl: string };

/** Reminds someone who agreed to letters of what waits in the cart. */
type CartMail = {
  firstName: string;
  items: MailItem[];
  resumeUrl: string;
  unsubscribeUrl: string;
  shopUrl: string;
};

const loadLetter = async () => (await import('./mails/letter.server.tsx')).Letter;
const sample = (shopUrl: string) => ({ ...sampleOrder(shopUrl), unsubscribeUrl: `${shopUrl}/unsubscribe` });

export const reviewRequest: MailKind<ReviewMail> = {
  name: 'review_request',
  subject: () => letters.review.subject,
  async body(mail) {
    const Letter = await loadLetter();
    return createElement(Letter, { words: letters.review, url: mail.reviewUrl, ...mail });
  },
  sample: (shopUrl) => ({ ...sample(shopUrl), reviewUrl: `${shopUrl}/reviews` }),
};

export const abandonedCheckout: MailKind<CartMail> = {
  name: 'abandoned_checkout',
  subject: () => letters.abandoned.subject,
  async body(mail) {
    const Letter = await loadLetter();
    return createElement(Letter, { words: letters.abandoned, url: mail.resumeUrl, ...mail });
  },
  sample: (shopUrl) => ({ ...sample(shopUrl), resumeUrl: `${shopUrl}/resume` }),
};
