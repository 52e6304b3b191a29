import type { ReactElement } from 'react';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Cents } from '#shared/money.ts';

export type MailItem = { name: string; imageUrl: string; quantity: number; amountCents: Cents };

/** What the shop writes on one occasion, defined by the module whose occasion it is and registered in src/app/mails.server.ts. */
export type MailKind<Props extends object = object> = {
  /** Stored with each mail: it never changes. */
  name: string;
  subject(props: Props): string;
  /** Loads its template: what writes mails is large and comes with the first mail, not with the shop. */
  body(props: Props): Promise<ReactElement>;
  /** The plain text, where it is not made from the body. */
  text?(props: Props): string;
  /** Whom an answer goes to when it is not the sender. */
  replyTo?(props: Props): string;
  /** Its `url` opens an account: nobody but its reader may see it. */
  isSecret?: boolean;
  /** Sent to many at once: it waits until mails about an order or an account are out. */
  isBulk?: boolean;
  /** Adds what is learnt only when the mail is written. */
  complete?(ctx: Ctx, props: Props, orderId: string | null): Promise<Props>;
  /** Whether its reader wants it no more, asked right before each try: it is taken back then. */
  isUnwanted?(ctx: Ctx, mail: { toAddress: string; createdAt: Date }): Promise<boolean>;
  /** About an order, a person and a code that do not exist. */
  sample(shopUrl: string): Props;
};

/** A mail as it is stored. */
export type MailContent = { kind: string; data: object };

/** How an address ends that nobody can have: one stands in the place of a deleted account's. */
export const nobodys = '@account.invalid';

const plainName = /^(?:[\p{L}\p{M}’' -]|\.(?= |$)){1,40}$/u;

/** ', Mia', or nothing when the given name is empty or could be read as an address of a web page: anyone can give one. */
export function byName(firstName: string): string {
  const name = firstName.trim();
  return plainName.test(name) ? `, ${name}` : '';
}

/** The address at which a reader stops e-mails of this kind, for the mail program's own button; null for mails about a purchase. */
export function unsubscribeUrlOf(props: object): string | null {
  return 'unsubscribeUrl' in props && typeof props.unsubscribeUrl === 'string' ? props.unsubscribeUrl : null;
}
