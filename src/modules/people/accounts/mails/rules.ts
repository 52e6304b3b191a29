import type { accountMails } from '../email.server.ts';

/** A mail with a link for the owner of an address: to confirm a sign-up, to choose a password, to let a browser sign in. */
export type AccountMailKind = keyof typeof accountMails;

export type SendMail = (kind: AccountMailKind, user: { email: string; name: string }, url: string) => Promise<void>;
