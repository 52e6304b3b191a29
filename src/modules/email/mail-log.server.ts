import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import type { MailKind, MailShop } from './mail.ts';
import { findState, mailStatusFrom, type MailStatus } from './mail-log.queries.server.ts';
import type { RenderedMail } from './render-mail.server.ts';

export {
  countFailedMails,
  countMails,
  deleteOrderMails,
  findMail,
  hasMail,
  isDeliverable,
  lastMailSentAt,
  listMails,
  listNewestMails,
  listOrderMails,
  mailStates,
  mailStatusOf,
  countWaitingMails,
  type LoggedMail,
  type MailCounts,
  type MailRow,
  type MailStatus,
} from './mail-log.queries.server.ts';

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

type SampleQuery = { kinds: readonly MailKind[]; name: string; shopUrl: string };

/** Renders a template with its sample data. Null if the template does not exist. */
export async function renderSample(
  { kinds, name, shopUrl }: SampleQuery,
  shop: MailShop,
): Promise<RenderedMail | null> {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) return null;
  const { renderMail } = await import('./render-mail.server.ts');
  return renderMail(kind, kind.sample(shopUrl), shop);
}
