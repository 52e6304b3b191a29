import type { z } from 'zod';

import { group, line, optionalLine, paragraph, picture, textsNaming } from './document-fields.schema.ts';

type Texts = ReturnType<typeof textsNaming>;

/** Words of one kind of email. `placeholders` are the values that its texts may name. */
function email<S extends z.ZodRawShape>(title: string, placeholders: readonly string[], more: (texts: Texts) => S) {
  const texts = textsNaming(placeholders);
  const head = { subject: texts.line('Subject', 120), heading: texts.line('Heading', 80) };
  return group(title, { ...head, ...more(texts) });
}

const order = ['orderNumber', 'firstName'];
const button = line('Button', 40);
const said = ({ paragraph: text }: Texts) => ({ text: text('Text', 800), button });

/** Text of an email that names the carrier, and the text while it is unknown. */
const carried = (texts: Texts) => ({
  ...said(texts),
  textWithoutCarrier: texts.paragraph('Text without a carrier', 800),
});

/** Sentence about the money, and the one if there is none to refund. */
const refunds = ({ line: sentence }: Texts) => ({
  refund: sentence('Sentence about the refund', 300),
  noRefund: sentence('Sentence when there’s nothing to refund', 200),
});

/** Account emails: what their link does and how long it works is not the owner's to change. */
const account = (title: string) => email(title, [], () => ({ button }));

/** Words of the shop's emails, by kind. Emails about an order fill in that order's days. */
export const emailsSchema = group('Emails', {
  shared: group('In all emails', {
    greeting: textsNaming(['firstName']).line('Greeting', 60),
    help: line('Help line below each email', 160),
    signOff: optionalLine('Sign-off above the help line', 120),
    pictureNote: line('Note below images', 80),
  }),
  order_confirmation: email('Order confirmation', [...order, 'placedAt'], (texts) => ({
    ...said(texts),
    returns: group('Returns', {
      label: line('Above the note on returns', 40),
      text: paragraph('Note on returns', 400),
    }),
    picture: picture('Picture'),
  })),
  order_shipped: email('Shipped', [...order, 'carrier'], (texts) => ({
    ...carried(texts),
    picture: picture('Picture'),
  })),
  order_out_for_delivery: email('Out for delivery', [...order, 'carrier'], carried),
  order_delivered: email('Delivered', order, said),
  order_cancelled: email('Cancelled', [...order, 'amount'], (texts) => ({ ...said(texts), ...refunds(texts) })),
  order_refunded: email('Refunded', [...order, 'amount', 'part'], said),
  return_opened: email('Return requested', [...order, 'code'], said),
  return_label: email('Return label', [...order, 'code'], said),
  return_received: email('Return received', [...order, 'code'], (texts) => ({ ...said(texts), ...refunds(texts) })),
  return_declined: email('Return closed without refund', [...order, 'code', 'reason'], said),
  phone_order: email('Payment link for a phone order', ['validUntil'], (texts) => ({
    ...said(texts),
    note: line('Below the items', 160),
    validity: texts.line('Below the button', 200),
  })),
  review_request: email('Review request', [], (texts) => ({ ...said(texts), stars: line('Above the stars', 60) })),
  abandoned_checkout: email('Abandoned-checkout reminder', [], (texts) => ({
    ...said(texts),
    note: line('Below each product', 120),
  })),
  capture_code: email('Discount code for a new subscriber', ['discount'], said),
  quiz_plan: email('Quiz result', ['headline'], () => ({
    note: line('Below the product', 120),
    button,
  })),
  back_in_stock: email('Back-in-stock notice', ['discount'], said),
  verify_email: account('Confirm email address'),
  account_exists: account('Account already exists'),
  reset_password: account('Password reset'),
  password_changed: account('Password changed'),
  confirm_device: account('Confirm new browser'),
  second_factor_reset: account('Two-factor reset'),
  second_factor_reset_by: account('Two-factor reset (to the admin)'),
  invitation: account('Invitation to the admin'),
  data_erased: account('Personal data erased'),
  contact_answer: email('Reply to a message', ['reference'], () => ({})),
});

export type Emails = z.infer<typeof emailsSchema>;

type EmailKind = Exclude<keyof Emails, 'shared'>;

/** Kinds whose words the owner edits. */
export const emailKinds = Object.keys(emailsSchema.shape).filter((key): key is EmailKind => key !== 'shared');
