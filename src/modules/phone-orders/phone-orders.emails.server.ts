import { createElement } from 'react';

import { mailCopy, type MailKind } from '#modules/email/mail.ts';
import { sampleOrder } from '#modules/orders/orders.emails.server.ts';
import { oneLine } from '#shared/clean-text.ts';

import type { PhoneOrderMail } from './mails/phone-order.server.tsx';

export const phoneOrderMail: MailKind<PhoneOrderMail> = {
  name: 'phone_order',
  subject: (_mail, shop) => oneLine(mailCopy(shop, 'phone_order').subject),
  body: async (mail, shop) =>
    createElement((await import('./mails/phone-order.server.tsx')).PhoneOrderLink, { mail, shop }),
  sample: (shopUrl) => {
    const { firstName, items } = sampleOrder(shopUrl);
    return { firstName, items, payUrl: `${shopUrl}/pay`, expiresAt: '2026-11-28T15:00:00.000Z', shopUrl };
  },
};
