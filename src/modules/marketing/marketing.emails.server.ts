import { createElement } from 'react';

import { codeMails } from '#content/capture.ts';
import type { MailKind } from '#modules/email/mail.ts';
import { shownSeller } from '#modules/settings/shop-settings.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { oneLine } from '#shared/clean-text.ts';

/** The seller's name and address, line by line. */
export type Named = { seller?: readonly string[] };

/** Adds the seller as it is when the mail is rendered. */
export const withSeller = async <Mail extends Named>(ctx: Ctx, mail: Mail): Promise<Mail> => ({
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
