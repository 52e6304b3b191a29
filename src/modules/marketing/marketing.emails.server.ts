import { createElement } from 'react';
import { codeMails } from '#content/capture.ts';
import type { MailKind, MailItem } from '#modules/email/mail.ts';
import { shownSeller } from '#modules/settings/shop-settings.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { oneLine } from '#shared/clean-text.ts';
import { automations } from '#content/automations.ts';
import { sampleOrder } from '#modules/orders/orders.emails.server.ts';
import { hasOrderedSince } from '#modules/orders/sales.server.ts';
import type { OrderHead } from '#modules/orders/order-emails.ts';

import { hasUnsubscribed } from './automations.queries.server.ts';
import { saleCountsFrom } from './automations.ts';

/** The seller's name and address, line by line. */
type Named = { seller?: readonly string[] };

/** Adds the current seller when the mail is rendered. */
const withSeller = async <Mail extends Named>(ctx: Ctx, mail: Mail): Promise<Mail> => ({
  ...mail,
  seller: await shownSeller(ctx),
});

/** Content of a mail with a discount code. `discount` is '15%', `expiry` a sentence. */
export type CodeMail = Named & { code: string; discount: string; expiry: string; shopUrl: string };

type CodeMailWords = {
  name: 'capture_code' | 'back_in_stock';
  subject: (discount: string) => string;
  discount: string;
};

const codeMail = ({ name, subject, discount }: CodeMailWords): MailKind<CodeMail> => ({
  name,
  subject: (mail) => oneLine(subject(mail.discount)),
  async body(mail) {
    const { DiscountCodeMail } = await import('./mails/discount-code.server.tsx');
    return createElement(DiscountCodeMail, { mail, ...codeMails[name] });
  },
  complete: withSeller,
  sample: (shopUrl) => ({
    code: 'GLOW-SAMPLE22',
    discount,
    expiry: 'Expires in 24 hours, on Sunday, November 22, 2026 at 7:00:00 AM UTC.',
    shopUrl,
  }),
});

export const captureCode = codeMail({
  name: 'capture_code',
  subject: (discount) => `Your ${discount} discount code`,
  discount: '15%',
});

export const backInStock: MailKind<CodeMail> = {
  ...codeMail({
    name: 'back_in_stock',
    subject: (discount) => `It is back, with ${discount} off`,
    discount: '10%',
  }),
  isBulk: true,
};

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
  isUnwanted: ({ db }, { toAddress }) => hasUnsubscribed(db, toAddress),
  sample: (shopUrl) => ({ ...sample(shopUrl), reviewUrl: `${shopUrl}/reviews` }),
};

export const abandonedCheckout: MailKind<CartMail> = {
  name: 'abandoned_checkout',
  isBulk: true,
  subject: () => automations.abandoned.subject,
  body: (mail) => bodyOf(automations.abandoned, { ...mail, url: mail.resumeUrl }),
  complete: withSeller,
  isUnwanted: async ({ db }, { toAddress, createdAt }) =>
    (await hasUnsubscribed(db, toAddress)) || hasOrderedSince(db, toAddress.toLowerCase(), saleCountsFrom(createdAt)),
  sample: (shopUrl) => ({ ...sample(shopUrl), resumeUrl: `${shopUrl}/resume` }),
};
