import { createElement } from 'react';

import { fillVariables } from '#modules/content/template-variables.ts';
import { mailCopy, type MailKind } from '#modules/email/mail.ts';
import { oneLine } from '#shared/clean-text.ts';

import type { AccountMail, AccountMailName } from './account-mail.server.tsx';
import { findUserById } from './accounts.queries.server.ts';

/** `text` says what the link does; `note` is shown below the button. */
type MailText = { name: AccountMailName; text: string; note?: string; about?: string; isForgotten?: boolean };

const notMe = 'If this wasn’t you, you can ignore this email.';

const accountMail = ({
  name,
  text,
  note = notMe,
  about = 'your account',
  isForgotten = false,
}: MailText): MailKind<AccountMail> => ({
  name,
  isSecret: true,
  isForgotten,
  subject: (_mail, shop) => oneLine(mailCopy(shop, name).subject),
  async body(mail, shop) {
    const { AccountLink } = await import('./account-mail.server.tsx');
    const facts = { shopName: shop.site.name, account: mail.account ?? 'a deleted account', role: mail.role ?? '' };
    return createElement(AccountLink, { mail, name, text: fillVariables(text, facts), note, about, shop });
  },
  async complete({ db }, mail) {
    const account = mail.accountId === undefined ? null : await findUserById(db, mail.accountId);
    return account === null ? mail : { ...mail, account: account.email };
  },
  sample: (shopUrl) => ({
    firstName: 'Mia',
    url: `${shopUrl}/auth`,
    shopUrl,
    account: 'ann@example.com',
    role: 'Staff',
  }),
});

/** Account emails, each with one link that only its recipient may follow. */
export const accountMails = {
  verify_email: accountMail({
    name: 'verify_email',
    text: 'Open this link in the browser you signed up with, and your {shopName} account is ready.',
  }),
  account_exists: accountMail({
    name: 'account_exists',
    text: 'Someone, probably you, tried to open a {shopName} account with this address. You already have one: sign in with your password, or choose a new one on that page.',
  }),
  reset_password: accountMail({
    name: 'reset_password',
    text: 'Follow this link within one hour to choose a new password.',
  }),
  password_changed: accountMail({
    name: 'password_changed',
    text: 'The password of your {shopName} account was just changed with a link from your email, and every device is signed out. If that wasn’t you, someone can read your email: secure it first, then choose another password.',
    note: 'If it was you, there’s nothing to do.',
  }),
  confirm_device: accountMail({
    name: 'confirm_device',
    text: 'Someone tried many passwords for your account, so a new browser needs this link first. Open it within one hour in the browser you want to sign in with.',
  }),
  second_factor_reset: accountMail({
    name: 'second_factor_reset',
    text: 'Our team turned off the authenticator of your {shopName} account, and every device is signed out. Sign in with your password. If your account needs an authenticator, the same page sets up a new one.',
    note: 'If you didn’t ask for this, choose another password now and write to us.',
  }),
  second_factor_reset_by: accountMail({
    name: 'second_factor_reset_by',
    text: 'You turned off the authenticator of {account}, and every device of that account is signed out.',
    note: 'If that wasn’t you, someone uses your account: choose another password now, and sign out everywhere under Account, Security.',
  }),
  invitation: accountMail({
    name: 'invitation',
    text: 'You are invited to work in the admin of {shopName}. Your role: {role}. The link works once, for three days, and only for this address.',
    note: 'If you don’t know why you get this email, you can ignore it: nothing happens without you.',
  }),
  data_erased: accountMail({
    name: 'data_erased',
    text: 'We deleted your personal data at {shopName}. Orders stay in our books with name, address and amounts, because the law asks us to keep them. While an order is under way, we keep your email and phone to deliver it. Both go once the order is complete.',
    note: 'If you didn’t ask for this, write to us. We can’t bring the data back, but we can find out what happened.',
    about: 'your data',
    isForgotten: true,
  }),
};

type AccountMailKind = keyof typeof accountMails;
export type SendMail = (kind: AccountMailKind, user: { email: string; name: string }, url: string) => Promise<void>;
