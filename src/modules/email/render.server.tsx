import { render, toPlainText } from '@react-email/render';
import type { ReactElement } from 'react';

import { codeMails } from '#content/capture.ts';
import { site } from '#content/site.ts';

import { contactText } from './contact-text.ts';
import { orderText } from './order-text.ts';
import { subjectOf, type MailContent } from './rules.ts';
import { AccountLink } from './templates/account.server.tsx';
import { ContactNotice } from './templates/contact.server.tsx';
import { DiscountCodeMail } from './templates/discount-code.server.tsx';
import { OrderConfirmation } from './templates/order-confirmation.server.tsx';

function templateOf(content: MailContent): ReactElement {
  switch (content.kind) {
    case 'order_confirmation':
      return <OrderConfirmation order={content.data} />;
    case 'verify_email':
      return (
        <AccountLink
          mail={content.data}
          title="Confirm your e-mail address"
          text={`One click, and your ${site.name} account is ready.`}
          action="Confirm e-mail"
        />
      );
    case 'reset_password':
      return (
        <AccountLink
          mail={content.data}
          title="Choose a new password"
          text="Follow this link within one hour to choose a new password."
          action="Choose a password"
        />
      );
    case 'contact_message':
      return <ContactNotice mail={content.data} />;
    case 'capture_code':
    case 'back_in_stock':
      return <DiscountCodeMail mail={content.data} {...codeMails[content.kind]} />;
  }
}

function textOf(content: MailContent, html: string): string {
  if (content.kind === 'order_confirmation') return orderText(content.data);
  return content.kind === 'contact_message' ? contactText(content.data) : toPlainText(html);
}

export type RenderedMail = { subject: string; html: string; text: string };

/** A mail as it is sent: subject, HTML, and the same in plain text. */
export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const html = await render(templateOf(content));
  return { subject: subjectOf(content), html, text: textOf(content, html) };
}
