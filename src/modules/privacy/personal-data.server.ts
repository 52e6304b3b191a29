import { confirmationHolds } from '#modules/accounts/account.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DeletionRefusal } from './delete-account.schema.ts';

type Parts = readonly PersonalData[];

/**
 * Returns all stored data of a customer in machine-readable form; amounts in cents. Data tied to
 * them only by address is included only in a browser in which that address was confirmed. Otherwise
 * someone who signed up with another person's address could export that person's data.
 */
export async function exportPerson(ctx: Ctx, parts: Parts, user: SignedInUser): Promise<Record<string, unknown>> {
  const { emailVerified } = user;
  const person = emailVerified ? user : { ...user, email: `unconfirmed${undeliverableDomain}` };
  const records: Record<string, unknown> = { writtenAt: ctx.now().toISOString(), addressConfirmedHere: emailVerified };
  for (const part of parts) Object.assign(records, await part.export?.(ctx, person));
  return records;
}

/**
 * Deletes an account permanently, in one transaction. Parts run from last to first, so that
 * references are deleted before their target. Refuses admins, an old password confirmation, and a
 * pending payment.
 */
export async function deleteAccount(
  ctx: Ctx,
  parts: Parts,
  { user, requestId }: { user: SignedInUser; requestId: string },
): Promise<Result<null, DeletionRefusal>> {
  if (user.role === 'admin') return refuse('is_admin');
  if (!confirmationHolds(user.confirmedAt, ctx.now())) return refuse('confirm_password');
  const alias = `deleted-${crypto.randomUUID()}${undeliverableDomain}`;
  return decide(ctx.db, async (tx) => {
    for (const part of parts) if ((await part.mustWait?.(tx, user)) === true) return refuse('being_paid');
    for (const part of parts.toReversed()) await part.erase?.(tx, user, alias);
    // The log is immutable, so it must not record who this was.
    const actor = { id: user.id, email: alias, requestId };
    const change = { action: 'account.delete', subject: `customer:${user.id}`, before: null, after: null };
    await recordChange(tx, actor, change);
    return ok(null);
  });
}
