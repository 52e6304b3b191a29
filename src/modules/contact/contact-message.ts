import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { formText } from '#shared/form-values.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { issuesIn, type Issues } from '#shared/form-issues.ts';
import { isBlank } from '#shared/clean-text.ts';

export type ContactMessage = { name: string; email: string; subject: string; message: string };
export type ContactField = keyof ContactMessage;
export type ContactIssues = Issues<ContactField>;

export const contactFields: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** Maximum characters of each field, after trimming. */
export const contactLengths: Record<ContactField, number> = { name: 100, email: 255, subject: 200, message: 5_000 };

/**
 * Returns a form's fields as typed. `website` is a honeypot that people never see and programs
 * fill.
 */
export function contactFormValues(form: FormData): ContactMessage & { website: string } {
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

/** Returns the issue with a typed field as one sentence, or null if it is valid. */
export function contactIssue(field: ContactField, typed: string): string | null {
  const text = field === 'email' ? normalizeIdentifier(typed) : typed.trim();
  if (isBlank(text)) return missing[field];
  if (text.length > contactLengths[field]) return `Use at most ${contactLengths[field]} characters`;
  if (field === 'email' && !isEmailAddress(text)) return emailSentence;
  return null;
}

export function contactIssues(message: ContactMessage): ContactIssues {
  return issuesIn(Object.fromEntries(contactFields.map((field) => [field, contactIssue(field, message[field])])));
}

// Control characters, other line separators, and marks that change the text direction.
const notOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const notText = /[^\P{Cc}\n\t]+|[\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Returns a field in its stored form: trimmed, without line-ending or unstorable characters. A
 * message keeps its lines.
 */
export function cleanField(field: ContactField, typed: string): string {
  if (field === 'email') return normalizeIdentifier(typed);
  const text = typed.toWellFormed();
  const clean = field === 'message' ? text.replace(/\r\n?/g, '\n').replace(notText, '') : text.replace(notOneLine, ' ');
  return clean.trim();
}

const orderNumber = /^[A-Z\d-]{1,40}$/;

/** Returns the subject of a question about an order, or '' if the text is no order number. */
export function orderSubject(order: string | null): string {
  const number = normalizeIdentifier(order ?? '').toUpperCase();
  return orderNumber.test(number) ? `Order ${number}` : '';
}

/** Advice in the shop's own mail about a visitor's message. */
export const contactAdvice =
  'Reply to this email to answer the customer. The message is also saved under Messages in the admin.';

export const messageStates = ['open', 'answered', 'spam', 'all'] as const;
export type MessageState = (typeof messageStates)[number];

/** Ways to move a message: file it as answered, reopen it, or move it to spam or back. */
export const messageMoves = ['done', 'reopen', 'spam', 'inbox'] as const;
export type MessageMove = (typeof messageMoves)[number];

export const maxAnswerLength = 5_000;

/** Returns the reference of a message in mails: the first 8 characters of its id. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
