import { letters } from '#content/letters.ts';
import { site } from '#content/site.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import type { OrderNotes } from '#shared/order-notes.ts';

export type MailItem = { name: string; imageUrl: string; quantity: number; amountCents: Cents };

/** What every mail of an order says; `trackUrl` opens this order alone. */
export type OrderHead = {
  orderNumber: string;
  firstName: string;
  items: MailItem[];
  trackUrl: string;
  shopUrl: string;
};

export type OrderMail = OrderHead & {
  placedAt: string;
  subtotalCents: Cents;
  reductions: { name: string; amountCents: Cents }[];
  shipping: { name: string; amountCents: Cents; delivery: string } | null;
  taxCents: Cents;
  /** Tax that the total holds already. */
  taxIncluded: { name: string; amountCents: Cents } | null;
  totalCents: Cents;
  addressLines: string[];
  /** Missing in mails from before they told it; empty when it is the address of delivery. */
  billingLines?: string[];
  /** What was paid and when, in words. */
  payment?: string;
  /** How it was paid, in words; missing where the provider did not say it in time. */
  paymentMethod?: string;
} & Partial<OrderNotes>;

/** A parcel on its way; `delivery` are the days in words. */
export type ParcelMail = OrderHead & {
  addressLines: string[];
  carrier: string | null;
  trackingNumber: string | null;
  carrierUrl: string | null;
  delivery: string | null;
};

/** `heldCents` is what the shop has of the customer's money and will give back. */
export type CancelledMail = OrderHead & { heldCents: Cents };

export type RefundMail = OrderHead & { amountCents: Cents; isFull: boolean };

/** A step of a return: `items` are what comes back, `code` tells the parcel, `reason` why it is refused. */
export type ReturnMail = OrderHead & { code: string; slipUrl: string; labelUrl: string | null; reason: string };

/** Asks for a review; `unsubscribeUrl` ends letters of this kind. */
export type ReviewMail = OrderHead & { reviewUrl: string; unsubscribeUrl: string };

/** Reminds someone who agreed to letters of what waits in the cart. */
export type CartMail = {
  firstName: string;
  items: MailItem[];
  resumeUrl: string;
  unsubscribeUrl: string;
  shopUrl: string;
};

export type AccountMail = { firstName: string; url: string; shopUrl: string };

/** What a visitor wrote, for the shop itself; `reference` is the shop's own. */
export type ContactMail = {
  reference: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  shopUrl: string;
};

/** What the shop answers to a visitor's message. */
export type ContactAnswerMail = { reference: string; message: string; answer: string; shopUrl: string };

/** A discount code on its way to someone; discount as '15%', expiry as a sentence. */
export type CodeMail = { code: string; discount: string; expiry: string; shopUrl: string };

export type MailContent =
  | { kind: 'order_confirmation'; data: OrderMail }
  | { kind: 'order_shipped'; data: ParcelMail }
  | { kind: 'order_out_for_delivery'; data: ParcelMail }
  | { kind: 'order_delivered'; data: ParcelMail }
  | { kind: 'order_cancelled'; data: CancelledMail }
  | { kind: 'order_refunded'; data: RefundMail }
  | { kind: 'return_opened'; data: ReturnMail }
  | { kind: 'return_label'; data: ReturnMail }
  | { kind: 'return_received'; data: ReturnMail }
  | { kind: 'return_declined'; data: ReturnMail }
  | { kind: 'verify_email'; data: AccountMail }
  | { kind: 'reset_password'; data: AccountMail }
  | { kind: 'confirm_device'; data: AccountMail }
  | { kind: 'contact_message'; data: ContactMail }
  | { kind: 'contact_answer'; data: ContactAnswerMail }
  | { kind: 'capture_code'; data: CodeMail }
  | { kind: 'back_in_stock'; data: CodeMail }
  | { kind: 'review_request'; data: ReviewMail }
  | { kind: 'abandoned_checkout'; data: CartMail }
  | { kind: 'test_simple'; data: { sentAt: string; shopUrl: string } }
  | { kind: 'test_order'; data: OrderMail };

export type MailKind = MailContent['kind'];

/** One line without control characters: what may stand in a mail header. */
export function headerText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}

const plainName = /^(?:[\p{L}\p{M}’' -]|\.(?= |$)){1,40}$/u;

/** ', Mia', or nothing when the given name is empty or could be read as an address of a web page: anyone can give one. */
export function byName(firstName: string): string {
  const name = firstName.trim();
  return plainName.test(name) ? `, ${name}` : '';
}

const orderSubjects = {
  order_confirmation: 'is confirmed',
  order_shipped: 'is on its way',
  order_out_for_delivery: 'arrives today',
  order_delivered: 'was delivered',
  order_cancelled: 'is cancelled',
};

const returnSubjects = {
  return_opened: 'is announced',
  return_label: 'has its label',
  return_received: 'has arrived',
  return_declined: 'is closed without a refund',
};

/** The subject line of a mail. */
export function subjectOf(content: MailContent): string {
  switch (content.kind) {
    case 'order_confirmation':
    case 'order_shipped':
    case 'order_out_for_delivery':
    case 'order_delivered':
    case 'order_cancelled':
      return headerText(`Your ${site.name} order ${content.data.orderNumber} ${orderSubjects[content.kind]}`);
    case 'order_refunded':
      return headerText(`Your refund of ${formatUsd(content.data.amountCents)} for order ${content.data.orderNumber}`);
    case 'return_opened':
    case 'return_label':
    case 'return_received':
    case 'return_declined':
      return headerText(`Your return ${content.data.code} ${returnSubjects[content.kind]}`);
    case 'review_request':
      return letters.review.subject;
    case 'abandoned_checkout':
      return letters.abandoned.subject;
    case 'test_simple':
      return headerText(`Test mail of ${site.name}`);
    case 'test_order':
      return headerText(`Test: your ${site.name} order ${content.data.orderNumber} is confirmed`);
    case 'verify_email':
      return 'Confirm your e-mail address';
    case 'reset_password':
      return 'Choose a new password';
    case 'confirm_device':
      return 'Sign in from a new browser';
    case 'contact_message':
      // Only the shop's own words: what the writer typed stays in the body.
      return headerText(`New contact message ${content.data.reference}`);
    case 'contact_answer':
      return headerText(`Our answer to your message ${content.data.reference}`);
    case 'capture_code':
      return headerText(`Your ${content.data.discount} discount code`);
    case 'back_in_stock':
      return headerText(`It is back, with ${content.data.discount} off`);
  }
}

/** Whom an answer goes to when it is not the sender. */
export function replyToOf(content: MailContent): string | null {
  if (content.kind === 'contact_answer') return site.supportEmail;
  return content.kind === 'contact_message' ? headerText(content.data.email) : null;
}

/** Where a reader stops letters of this kind, for the mail program's own button; null for mails about a purchase. */
export function unsubscribeUrlOf(content: MailContent): string | null {
  return 'unsubscribeUrl' in content.data ? content.data.unsubscribeUrl : null;
}
