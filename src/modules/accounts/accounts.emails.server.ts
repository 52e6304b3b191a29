import { createElement } from 'react';

import { site } from '#content/site.ts';
import type { MailKind } from '#modules/email/mail.ts';

export type AccountMail = { firstName: string; url: string; shopUrl: string };

/** `note` is shown below the button. */
type MailText = { name: string; title: string; text: string; action: string; note?: string };

const notMe = 'If this wasn’t you, you can ignore this email.';

const accountMail = ({ name, note = notMe, ...text }: MailText): MailKind<AccountMail> => ({
  name,
  isSecret: true,
  subject: () => text.title,
  body: async (mail) => createElement((await import('./account-mail.server.tsx')).AccountLink, { mail, note, ...text }),
  sample: (shopUrl) => ({ firstName: 'Mia', url: `${shopUrl}/auth`, shopUrl }),
});

/** Account emails, each with one link that only its recipient may follow. */
export const accountMails = {
  verify_email: accountMail({
    name: 'verify_email',
    title: 'Confirm your email address',
    text: `Open this link in the browser you signed up with, and your ${site.name} account is ready.`,
    action: 'Confirm email',
  }),
  account_exists: accountMail({
    name: 'account_exists',
    title: 'You already have an account',
    text: `Someone, probably you, tried to open a ${site.name} account with this address. You already have one: sign in with your password, or choose a new one on that page.`,
    action: 'Sign in',
  }),
  reset_password: accountMail({
    name: 'reset_password',
    title: 'Choose a new password',
    text: 'Follow this link within one hour to choose a new password.',
    action: 'Choose a password',
  }),
  password_changed: accountMail({
    name: 'password_changed',
    title: 'Your password was changed',
    text: `The password of your ${site.name} account was just changed with a link from your email, and every device is signed out. If that wasn’t you, someone can read your email: secure it first, then choose another password.`,
    action: 'Choose another password',
    note: 'If it was you, there’s nothing to do.',
  }),
  confirm_device: accountMail({
    name: 'confirm_device',
    title: 'Sign in from a new browser',
    text: 'Someone tried many passwords for your account, so a new browser needs this link first. Open it within one hour in the browser you want to sign in with.',
    action: 'Allow this browser',
  }),
};

type AccountMailKind = keyof typeof accountMails;
export type SendMail = (kind: AccountMailKind, user: { email: string; name: string }, url: string) => Promise<void>;
