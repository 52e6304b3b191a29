import { createElement } from 'react';

import { mailCopy, type MailKind, type MailContext } from '#modules/email/mail.ts';
import { oneLine } from '#shared/clean-text.ts';

import { contactAdvice } from './contact-message.ts';
import type { ContactAnswerMail } from './mails/contact-answer.server.tsx';
import type { ContactMail } from './mails/contact.server.tsx';

/** Returns a visitor's message as plain text with its lines unchanged. */
function contactText({ reference, name, email, subject, message }: ContactMail): string {
  const head = [`New contact message ${reference}`, `Name: ${name}`, `Email: ${email}`, `Subject: ${subject}`];
  return [head.join('\n'), message, contactAdvice].join('\n\n');
}

const answerSubject = ({ reference }: Pick<ContactAnswerMail, 'reference'>, shop: MailContext) =>
  oneLine(mailCopy(shop, 'contact_answer', { reference }).subject);

/**
 * Returns an answer as plain text. The quoted message follows, with the prefix that mail programs
 * use.
 */
function answerText({ reference, message, answer, shopUrl }: ContactAnswerMail, shop: MailContext): string {
  const quoted = message.split('\n').map((line) => `> ${line}`.trimEnd());
  const foot = `Questions about your message? ${mailCopy(shop, 'shared').help}\n${shopUrl}`;
  return [answerSubject({ reference }, shop), answer, quoted.join('\n'), foot].join('\n\n');
}

export const contactMessage: MailKind<ContactMail> = {
  name: 'contact_message',
  // The subject holds only the shop's own text. Visitor input stays in the body.
  subject: ({ reference }) => oneLine(`New contact message ${reference}`),
  body: async (mail, shop) => createElement((await import('./mails/contact.server.tsx')).ContactNotice, { mail, shop }),
  text: contactText,
  replyTo: ({ email }) => oneLine(email),
  sample: (shopUrl) => ({
    reference: '1A2B3C4D',
    name: 'Mia Sample',
    email: 'mia@example.com',
    subject: 'Charging',
    message: 'How long does it take?\n\nThank you, Mia',
    shopUrl,
  }),
};

export const contactAnswer: MailKind<ContactAnswerMail> = {
  name: 'contact_answer',
  subject: answerSubject,
  body: async (mail, shop) =>
    createElement((await import('./mails/contact-answer.server.tsx')).ContactAnswer, { mail, shop }),
  text: answerText,
  replyTo: (_mail, { site }) => site.facts.supportEmail,
  sample: (shopUrl) => ({
    reference: '1A2B3C4D',
    message: 'How long does it take?',
    answer: 'Hello Mia,\n\ntwo hours at any USB charger.\n\nYour team',
    shopUrl,
  }),
};
