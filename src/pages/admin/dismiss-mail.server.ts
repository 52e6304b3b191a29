import { recordChange } from '#modules/audit/audit-log.server.ts';
import { findMail } from '#modules/email/mail-log.queries.server.ts';
import { dismissMail } from '#modules/email/resend-mail.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { replyFromResult, type FormReply, type SentForm } from '../forms/form-action.server.ts';

const refusals = {
  no_mail: 'This email no longer exists.',
  not_failed: 'You can dismiss only failed emails. This one hasn’t failed.',
} as const;

/** Dismisses the failed email of a form. Used by the email log and the order page. */
export async function dismiss({ ctx, actor, id }: SentForm): Promise<FormReply<never>> {
  const dismissed = await inTransaction(ctx.db, async (tx) => {
    const result = await dismissMail(tx, id);
    if (!result.ok || !result.value) return result;
    const after = { kind: (await findMail(tx, id))?.kind };
    await recordChange(tx, actor, { action: 'mail.dismiss', subject: `mail:${id}`, before: null, after });
    return result;
  });
  return replyFromResult(dismissed, refusals, 'Failed email dismissed.');
}
