import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { ContactRefusal } from './contact-message.schema.ts';
import { contactMessage } from './contact.emails.server.ts';
import { referenceOf, type ContactMessage } from './contact-message.ts';
import { insertMessage } from './inbox.queries.server.ts';

/** Limit per address. It is high because an office or a phone network shares one address. */
const byIp: Limit = { name: 'contact-ip', points: 30, seconds: 3_600 };
const byAddress: Limit = { name: 'contact-address', points: 3, seconds: 3_600 };

/**
 * Stores a message and enqueues it for the shop's own support address. If the honeypot is filled,
 * stores it as spam without an email, because browser autofill can fill it too. Refuses `too_many`.
 */
export async function sendContactMessage(
  ctx: Ctx,
  limits: Limits,
  { website, ip, ...message }: ContactMessage & { website?: string | undefined; ip: string },
): Promise<Result<null, ContactRefusal>> {
  if (!(await limits.consume(byIp, ip))) return refuse('too_many');
  // An address can be longer than a limit's key, so it is hashed.
  if (!(await limits.consume(byAddress, tokenHash(message.email.toLowerCase())))) return refuse('too_many');
  const isSpam = website !== undefined && website !== '';
  const id = crypto.randomUUID();
  const data = { ...message, reference: referenceOf(id), shopUrl: ctx.settings.publicUrl };
  const { supportEmail } = (await publishedSite(ctx)).facts;
  await inTransaction(ctx.db, async (tx) => {
    await insertMessage(tx, { id, ...message, isSpam });
    if (!isSpam) await enqueueMail(tx, ctx, { kind: contactMessage, to: supportEmail, data });
  });
  return ok(null);
}
