import { site } from '#content/site.ts';
import type { Cents } from '#shared/money.ts';

export type OrderMail = {
  orderNumber: string;
  firstName: string;
  placedAt: string;
  items: { name: string; imageUrl: string; quantity: number; amountCents: Cents }[];
  subtotalCents: Cents;
  reductions: { name: string; amountCents: Cents }[];
  shipping: { name: string; amountCents: Cents; delivery: string } | null;
  taxCents: Cents;
  /** Tax that the total holds already. */
  taxIncluded: { name: string; amountCents: Cents } | null;
  totalCents: Cents;
  addressLines: string[];
  deliveryInstructions: string;
  trackUrl: string;
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

/** A discount code on its way to someone; discount as '15%', expiry as a sentence. */
export type CodeMail = { code: string; discount: string; expiry: string; shopUrl: string };

export type MailContent =
  | { kind: 'order_confirmation'; data: OrderMail }
  | { kind: 'verify_email'; data: AccountMail }
  | { kind: 'reset_password'; data: AccountMail }
  | { kind: 'contact_message'; data: ContactMail }
  | { kind: 'capture_code'; data: CodeMail }
  | { kind: 'back_in_stock'; data: CodeMail };

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

/** The subject line of a mail. */
export function subjectOf(content: MailContent): string {
  switch (content.kind) {
    case 'order_confirmation':
      return headerText(`Your ${site.name} order ${content.data.orderNumber} is confirmed`);
    case 'verify_email':
      return 'Confirm your e-mail address';
    case 'reset_password':
      return 'Choose a new password';
    case 'contact_message':
      // Only the shop's own words: what the writer typed stays in the body.
      return headerText(`New contact message ${content.data.reference}`);
    case 'capture_code':
      return headerText(`Your ${content.data.discount} discount code`);
    case 'back_in_stock':
      return headerText(`It is back, with ${content.data.discount} off`);
  }
}

/** Whom an answer goes to when it is not the sender. */
export function replyToOf(content: MailContent): string | null {
  return content.kind === 'contact_message' ? headerText(content.data.email) : null;
}
