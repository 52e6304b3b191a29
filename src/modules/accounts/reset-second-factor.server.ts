import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { enqueueMail, type EnqueueCtx } from '#modules/email/enqueue-mail.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { accountMails } from './accounts.emails.server.ts';
import { deleteAuthenticator, findUserById, lockUser } from './accounts.queries.server.ts';
import type { ResetRefusal } from './accounts.schema.ts';
import { recordSecurityEvent } from './security-log.server.ts';
import { deleteDevices, deleteSessions } from './sessions.queries.server.ts';

/**
 * Turns off the authenticator of an account whose owner lost it with all backup codes. Ends its
 * sessions, forgets its browsers, and mails its owner and the acting admin. Refuses `own_account`,
 * which would bypass the code that turning off asks for, `no_user` and `no_second_factor`. The
 * caller asserts that the actor's password is confirmed.
 */
export function resetSecondFactor(ctx: EnqueueCtx, actor: Actor, userId: string): Promise<Result<null, ResetRefusal>> {
  return inResultTransaction(ctx.db, async (tx): Promise<Result<null, ResetRefusal>> => {
    if (actor.id === userId) return refuse('own_account');
    if (!(await lockUser(tx, userId))) return refuse('no_user');
    if (!(await deleteAuthenticator(tx, userId))) return refuse('no_second_factor');
    const ended = await deleteSessions(tx, userId);
    await deleteDevices(tx, userId);
    const change = { action: 'user.second_factor_reset', subject: `user:${userId}`, before: { authenticator: true } };
    await recordChange(tx, actor, { ...change, after: { authenticator: false, endedSessions: ended } });
    const subject = actor.id === null ? 'by command line' : 'by an admin';
    await recordSecurityEvent(tx, { kind: 'second_factor_reset', subject, accountId: userId });
    await mailBoth(tx, ctx, { actorId: actor.id, userId });
    return ok(null);
  });
}

async function mailBoth(tx: Db, ctx: EnqueueCtx, { actorId, userId }: { actorId: string | null; userId: string }) {
  const shopUrl = ctx.settings.publicUrl;
  const mail = async (id: string, kind: 'second_factor_reset' | 'second_factor_reset_by', path: string) => {
    const person = await findUserById(tx, id);
    if (person === null) return;
    const data = { firstName: person.name.split(' ')[0] ?? '', url: `${shopUrl}${path}`, shopUrl, accountId: userId };
    await enqueueMail(tx, ctx, { kind: accountMails[kind], to: person.email, data });
  };
  await mail(userId, 'second_factor_reset', '/account/security');
  if (actorId !== null) await mail(actorId, 'second_factor_reset_by', `/admin/customers/${userId}`);
}
