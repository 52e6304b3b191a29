import { createElement } from 'react';

import { site } from '#content/site.ts';
import type { MailKind } from '#modules/email/mail.ts';

export type AccountMail = { firstName: string; url: string; shopUrl: string };

/** `note` is shown below the button. */
type MailText = { name: string; title: string; text: string; action: string; note?: string };

const notMe = 'If this was not you, you can ignore this mail.';

const accountMail = ({ name, note = notMe, ...text }: MailText): MailKind<AccountMail> => ({
  name,
  isSecret: true,
  subject: () => text.title,
  body: async (mail) => createElement((await import('./account-mail.server.tsx')).AccountLink, { mail, note, ...text }),
  sample: (shopUrl) => ({ firstName: 'Mia', url: `${shopUrl}/auth`, shopUrl }),
});

/** Account e-mails, each with one link that only its recipient may follow. */
export const accountMails = {
  verify_email: accountMail({
    name: 'verify_email',
    title: 'Confirm your e-mail address',
    text: `Open this link in the browser in which you signed up, and your ${site.name} account is ready.`,
    action: 'Confirm e-mail',
  }),
  account_exists: accountMail({
    name: 'account_exists',
    title: 'You have an account already',
    text: `Somebody, probably you, wanted to open a ${site.name} account with this address, which has one. Sign in with your password; if you do not remember it, that page lets you choose a new one.`,
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
    text: `The password of your ${site.name} account has just been changed by a link from your mails, and everybody who was signed in is signed out. If that was not you, somebody reads your mails: secure them, then choose another password.`,
    action: 'Choose another password',
    note: 'If it was you, there is nothing to do.',
  }),
  confirm_device: accountMail({
    name: 'confirm_device',
    title: 'Sign in from a new browser',
    text: 'Somebody tried many passwords for your account, so a browser that we do not know needs this link first. Open it within one hour in the browser in which you want to sign in.',
    action: 'Allow this browser',
  }),
};

type AccountMailKind = keyof typeof accountMails;
export type SendMail = (kind: AccountMailKind, user: { email: string; name: string }, url: string) => Promise<void>;
