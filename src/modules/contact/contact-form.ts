import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { formText } from '#shared/form-text.ts';
import { identifier } from '#shared/identifier.ts';
import { issuesIn, type Issues } from '#shared/issues.ts';
import { isBlank } from '#shared/storable.ts';

export type ContactMessage = { name: string; email: string; subject: string; message: string };
export type ContactField = keyof ContactMessage;
export type ContactIssues = Issues<ContactField>;

export const contactFields: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** Most characters of each field, after trimming. */
export const contactLengths: Record<ContactField, number> = { name: 100, email: 255, subject: 200, message: 5_000 };

/** The fields of a form as they were typed; `website` is a trap that people never see and programs fill. */
export function contactTyped(form: FormData): ContactMessage & { website: string } {
  const text = (name: string) => formText(form, name);
  const message = { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') };
  return { ...message, website: text('website') };
}

/** Title of the notice that a message could not be sent. */
export const contactFailed = 'Failed to send message';

const missing: Record<ContactField, string> = {
  name: 'Enter your name',
  email: 'Enter your email address',
  subject: 'Enter a subject',
  message: 'Enter your message',
};

/** What is wrong with a field as it was typed, in one sentence; null when it can be sent. */
export function contactIssue(field: ContactField, typed: string): string | null {
  const text = field === 'email' ? identifier(typed) : typed.trim();
  if (isBlank(text)) return missing[field];
  if (text.length > contactLengths[field]) return `Use at most ${contactLengths[field]} characters`;
  if (field === 'email' && !isEmailAddress(text)) return emailSentence;
  return null;
}

export function contactIssues(message: ContactMessage): ContactIssues {
  return issuesIn(Object.fromEntries(contactFields.map((field) => [field, contactIssue(field, message[field])])));
}

// Control characters, other line ends, and marks that turn the direction of what follows.
const notOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const notText = /[^\P{Cc}\n\t]+|[\u202a-\u202e\u2066-\u2069]+/gu;

/** A field as it is stored: trimmed, without characters that end a line or cannot be stored; a message keeps its lines. */
export function cleanField(field: ContactField, typed: string): string {
  if (field === 'email') return identifier(typed);
  const text = typed.toWellFormed();
  const clean = field === 'message' ? text.replace(/\r\n?/g, '\n').replace(notText, '') : text.replace(notOneLine, ' ');
  return clean.trim();
}

const orderNumber = /^[A-Z\d-]{1,40}$/;

/** The subject of a question about an order, or nothing when the text is no order number. */
export function orderSubject(order: string | null): string {
  const number = identifier(order ?? '').toUpperCase();
  return orderNumber.test(number) ? `Order ${number}` : '';
}

/** What the shop's own mail says to do with a visitor's message. */
export const contactAdvice = 'Answer this mail to reply to the writer. The message is also kept in the shop.';
