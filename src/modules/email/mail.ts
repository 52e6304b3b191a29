import type { ReactElement } from 'react';

import type { Documents } from '#modules/content/documents.server.ts';
import { factsOf, fillVariables } from '#modules/content/template-variables.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Cents } from '#shared/money.ts';

export type MailItem = { name: string; imageUrl: string; quantity: number; amountCents: Cents };

/** The owner's part of emails: name, facts and look of the shop, and the words of each kind. */
export type MailContext = Pick<Documents, 'site' | 'theme' | 'emails' | 'afterOrder'>;

/** A kind of email. Its module defines it, and src/app/mail-registry.server.ts registers it. */
export type MailKind<Props extends object = object> = {
  /** Stored with each mail, so it must never change. */
  name: string;
  subject(props: Props, shop: MailContext): string;
  /**
   * Renders the template. Async, because the email renderer is large and is loaded only with the
   * first mail.
   */
  body(props: Props, shop: MailContext): Promise<ReactElement>;
  /** The plain text, if it is not derived from the body. */
  text?(props: Props, shop: MailContext): string;
  /** Reply-To address, if it is not the sender. */
  replyTo?(props: Props, shop: MailContext): string;
  /** True when its `url` opens an account, so only the recipient may see it. */
  isSecret?: boolean;
  /** True when nothing but the fact that it was sent is retained: its recipient was erased. */
  isForgotten?: boolean;
  /** True when it is sent to many at once. It waits until transactional mails are out. */
  isBulk?: boolean;
  /** Adds data that is known only when the mail is rendered. */
  complete?(ctx: Ctx, props: Props, orderId: string | null): Promise<Props>;
  /**
   * True when the recipient no longer wants it. Checked before each try, and the mail is then
   * deleted.
   */
  isUnwanted?(ctx: Ctx, mail: { toAddress: string; createdAt: Date }): Promise<boolean>;
  /** Returns sample data with an invented order, person and code. */
  sample(shopUrl: string): Props;
};

/** Name of the emails to admins. If one fails, no other reports it. */
export const noticeMailName = 'admin_notice';

/** Stored content of a mail. */
export type MailContent = { kind: string; data: object };

/** Domain of undeliverable addresses. A deleted account's address is replaced by one of them. */
export const undeliverableDomain = '@account.invalid';

const plainName = /^(?:[\p{L}\p{M}’' -]|\.(?= |$)){1,40}$/u;

/**
 * Returns a name for a greeting. Returns '' if it is empty or could be read as a web address,
 * because anyone can enter one.
 */
export function greetingName(firstName: string): string {
  const name = firstName.trim();
  return plainName.test(name) ? name : '';
}

/** Returns the words of one kind, or those of all, with the shop's facts and `values` filled in. */
export function mailCopy<K extends keyof MailContext['emails']>(
  { site, emails }: MailContext,
  kind: K,
  values: Readonly<Record<string, string>> = {},
): MailContext['emails'][K] {
  return fillVariables(emails[kind], { ...factsOf(site), ...values });
}

/** Sender while MAIL_FROM is not set. */
export const defaultSender = ({ name, facts }: MailContext['site']): string =>
  `"${name.replaceAll(/["\\\r\n]/g, '')}" <${facts.supportEmail}>`;

/**
 * Returns the URL at which a recipient unsubscribes, for the mail program's own button. Null for
 * mails about a purchase.
 */
export function unsubscribeUrlOf(props: object): string | null {
  return 'unsubscribeUrl' in props && typeof props.unsubscribeUrl === 'string' ? props.unsubscribeUrl : null;
}
