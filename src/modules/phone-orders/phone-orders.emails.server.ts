import { createElement } from 'react';

import { mailWords, type MailItem, type MailKind } from '#modules/email/mail.ts';
import { sampleOrder } from '#modules/orders/orders.emails.server.ts';
import { oneLine } from '#shared/clean-text.ts';

/** Payment link of a telephone order. `expiresAt` is an ISO timestamp. */
export type PhoneOrderMail = {
  firstName: string;
  items: readonly MailItem[];
  payUrl: string;
  expiresAt: string;
  shopUrl: string;
};

export const phoneOrderMail: MailKind<PhoneOrderMail> = {
  name: 'phone_order',
  subject: (_mail, shop) => oneLine(mailWords(shop, 'phone_order').subject),
  body: async (mail, shop) =>
    createElement((await import('./mails/phone-order.server.tsx')).PhoneOrderLink, { mail, shop }),
  sample: (shopUrl) => {
    const { firstName, items } = sampleOrder(shopUrl);
    return { firstName, items, payUrl: `${shopUrl}/pay`, expiresAt: '2026-11-28T15:00:00.000Z', shopUrl };
  },
};
