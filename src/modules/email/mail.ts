import type { ReactElement } from 'react';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Cents } from '#shared/money.ts';

export type MailItem = { name: string; imageUrl: string; quantity: number; amountCents: Cents };

/** A kind of email. Its module defines it, and src/app/mails.server.ts registers it. */
export type MailKind<Props extends object = object> = {
  /** Stored with each mail, so it must never change. */
  name: string;
  subject(props: Props): string;
  /**
   * Renders the template. Async, because the email renderer is large and is loaded only with the
   * first mail.
   */
  body(props: Props): Promise<ReactElement>;
  /** The plain text, if it is not derived from the body. */
  text?(props: Props): string;
  /** Reply-To address, if it is not the sender. */
  replyTo?(props: Props): string;
  /** True when its `url` opens an account, so only the recipient may see it. */
  isSecret?: boolean;
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

/** Stored content of a mail. */
export type MailContent = { kind: string; data: object };

/** Domain of undeliverable addresses. A deleted account's address is replaced by one of them. */
export const undeliverableDomain = '@account.invalid';

const plainName = /^(?:[\p{L}\p{M}’' -]|\.(?= |$)){1,40}$/u;

/**
 * Returns ', Mia' for a greeting. Returns '' if the name is empty or could be read as a web
 * address, because anyone can enter one.
 */
export function byName(firstName: string): string {
  const name = firstName.trim();
  return plainName.test(name) ? `, ${name}` : '';
}

/**
 * Returns the URL at which a recipient unsubscribes, for the mail program's own button. Null for
 * mails about a purchase.
 */
export function unsubscribeUrlOf(props: object): string | null {
  return 'unsubscribeUrl' in props && typeof props.unsubscribeUrl === 'string' ? props.unsubscribeUrl : null;
}
