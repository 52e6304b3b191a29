import { retention } from '#content/retention.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import type { MailKind, MailContext } from './mail.ts';
import { findMail, findState, mailStatusFrom, type MailStatus } from './mail-log.queries.server.ts';
import type { RenderedMail } from './render-mail.server.ts';

/** True for a demo shop without a mail server: mails stay in the dev mailbox at /mailbox. */
export function hasDevMailbox(settings: Pick<Settings, 'smtpUrl' | 'shopMode'>): boolean {
  return settings.smtpUrl === undefined && settings.shopMode === 'demo';
}

/**
 * Returns whether an order's mail was sent. `unknown` while it is queued or if it was never
 * enqueued.
 */
export async function mailStatus(db: Db, orderId: string, { name }: Pick<MailKind, 'name'>): Promise<MailStatus> {
  return mailStatusFrom(await findState(db, orderId, name));
}

/** Reason why the log has no body of a mail. */
export type NoBody = 'secret' | 'erased' | 'not_sent';

const dayMs = 86_400_000;

/** Tokens in links of a mail, after the part of the address that comes before them. */
const linkTokens = /([?&;]token=|\/(?:unsubscribe|resume|pay)\/)[\w.~%-]+/g;

/** Removes the tokens of a mail's links. They belong to its recipient. */
const withoutTokens = (text: string) => text.replaceAll(linkTokens, '$1hidden');

/**
 * Returns a logged mail with its body as it was sent. The body is left out if the mail has a secret
 * link or if no module knows its kind. Null if there is no such mail.
 */
export async function mailView(db: Db, kinds: readonly MailKind[], mailId: string) {
  const mail = await findMail(db, mailId);
  if (mail === null) return null;
  const { id, toAddress, subject, state, attempts, lastError, createdAt, sentAt, content, html, text } = mail;
  const kind = kinds.find(({ name }) => name === mail.kind);
  const isSecret = kind === undefined || kind.isSecret === true;
  const noBody: NoBody | null = isSecret ? 'secret' : html !== null ? null : content === null ? 'erased' : 'not_sent';
  return {
    id,
    kind: mail.kind,
    toAddress,
    subject,
    state,
    attempts,
    lastError,
    createdAt,
    sentAt,
    dismissedAt: mail.dismissedAt,
    noBody,
    html: isSecret || html === null ? null : withoutTokens(html),
    text: isSecret || text === null ? null : withoutTokens(text),
    /** When text and recipient are erased. */
    erasedAt: new Date(createdAt.getTime() + retention.mailDays * dayMs),
  };
}

type SampleQuery = { kinds: readonly MailKind[]; name: string; shopUrl: string };

/** Renders a template with its sample data. Null if the template does not exist. */
export async function renderSample(
  { kinds, name, shopUrl }: SampleQuery,
  shop: MailContext,
): Promise<RenderedMail | null> {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) return null;
  const { renderMail } = await import('./render-mail.server.ts');
  return renderMail(kind, kind.sample(shopUrl), shop);
}
