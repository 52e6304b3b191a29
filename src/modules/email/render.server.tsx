import { render, toPlainText } from '@react-email/render';
import type { ReactElement } from 'react';

import { codeMails } from '#content/capture.ts';
import { letters } from '#content/letters.ts';
import { site } from '#content/site.ts';

import { contactText } from './contact-text.ts';
import { orderText } from './order-text.ts';
import { subjectOf, type MailContent } from './rules.ts';
import { AccountLink } from './templates/account.server.tsx';
import { ContactAnswer } from './templates/contact-answer.server.tsx';
import { ContactNotice } from './templates/contact.server.tsx';
import { DiscountCodeMail } from './templates/discount-code.server.tsx';
import { Letter } from './templates/letter.server.tsx';
import { CancelledNotice, RefundNotice } from './templates/money.server.tsx';
import { OrderConfirmation } from './templates/order-confirmation.server.tsx';
import { ParcelNews } from './templates/parcel.server.tsx';
import { ReturnNews } from './templates/return.server.tsx';
import { TestMail } from './templates/test-mail.server.tsx';

function templateOf(content: MailContent): ReactElement {
  switch (content.kind) {
    case 'order_confirmation':
      return <OrderConfirmation order={content.data} />;
    case 'order_shipped':
    case 'order_out_for_delivery':
    case 'order_delivered':
      return <ParcelNews kind={content.kind} mail={content.data} />;
    case 'order_cancelled':
      return <CancelledNotice mail={content.data} />;
    case 'order_refunded':
      return <RefundNotice mail={content.data} />;
    case 'return_opened':
    case 'return_label':
    case 'return_received':
    case 'return_declined':
      return <ReturnNews kind={content.kind} mail={content.data} />;
    case 'review_request':
      return <Letter words={letters.review} url={content.data.reviewUrl} {...content.data} />;
    case 'abandoned_checkout':
      return <Letter words={letters.abandoned} url={content.data.resumeUrl} {...content.data} />;
    case 'test_simple':
      return <TestMail {...content.data} />;
    case 'test_order':
      return <OrderConfirmation order={content.data} />;
    case 'verify_email':
      return (
        <AccountLink
          mail={content.data}
          title="Confirm your e-mail address"
          text={`Open this link in the browser in which you signed up, and your ${site.name} account is ready.`}
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
    case 'confirm_device':
      return (
        <AccountLink
          mail={content.data}
          title="Sign in from a new browser"
          text="Somebody tried many passwords for your account, so a browser that we do not know needs this link first. Open it within one hour in the browser in which you want to sign in."
          action="Allow this browser"
        />
      );
    case 'contact_message':
      return <ContactNotice mail={content.data} />;
    case 'contact_answer':
      return <ContactAnswer mail={content.data} />;
    case 'capture_code':
    case 'back_in_stock':
      return <DiscountCodeMail mail={content.data} {...codeMails[content.kind]} />;
  }
}

function textOf(content: MailContent, html: string): string {
  if (content.kind === 'order_confirmation' || content.kind === 'test_order') return orderText(content.data);
  return content.kind === 'contact_message' ? contactText(content.data) : toPlainText(html);
}

export type RenderedMail = { subject: string; html: string; text: string };

/** A mail as it is sent: subject, HTML, and the same in plain text. */
export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const html = await render(templateOf(content));
  return { subject: subjectOf(content), html, text: textOf(content, html) };
}
