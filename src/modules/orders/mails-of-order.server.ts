import { and, asc, eq, ne } from 'drizzle-orm';

import { recordChange } from '#modules/audit/service.server.ts';
import type { Actor } from '#modules/audit/rules.ts';
import { sendMailJob } from '#modules/email/service.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { notFound } from '#platform/http/errors.server.ts';

/** The mails that an order's customer was owed, oldest first. */
export function mailsOfOrder(db: Db, orderId: string) {
  const { id, kind, subject, toAddress, state, lastError, createdAt, sentAt } = mails;
  return db
    .select({ id, kind, subject, toAddress, state, lastError, createdAt, sentAt })
    .from(mails)
    .where(eq(mails.orderId, orderId))
    .orderBy(asc(mails.createdAt));
}

type Resend = { orderId: string; orderNumber: string; mailId: string };

/** Owes a mail of an order once more; one that is still on its way is not doubled. */
export function resendMail(ctx: Ctx, actor: Actor, { orderId, orderNumber, mailId }: Resend): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const isOrders = and(eq(mails.id, mailId), eq(mails.orderId, orderId));
    const [known] = await tx.select({ kind: mails.kind }).from(mails).where(isOrders).limit(1);
    if (known === undefined) throw notFound();
    const queued = await tx
      .update(mails)
      .set({ state: 'queued', attempts: 0, lastError: null })
      .where(and(isOrders, ne(mails.state, 'queued')))
      .returning({ id: mails.id });
    if (queued.length === 0) return;
    await ctx.jobs.enqueue(tx, sendMailJob, { mailId });
    const after = { kind: known.kind };
    await recordChange(tx, actor, {
      action: 'order.resend_mail',
      subject: `order:${orderNumber}`,
      before: null,
      after,
    });
  });
}
