import type { ContactMail } from '../email.server.ts';

/** What to do with a visitor's message. */
export const contactAdvice = 'Answer this mail to reply to the writer. The message is also kept in the shop.';

/** A visitor's message in plain text, line by line as it was typed. */
export function contactText({ reference, name, email, subject, message }: ContactMail): string {
  const head = [`New contact message ${reference}`, `Name: ${name}`, `Email: ${email}`, `Subject: ${subject}`];
  return [head.join('\n'), message, contactAdvice].join('\n\n');
}
