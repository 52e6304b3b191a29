import { recordChange } from '#modules/audit/service.server.ts';
import type { Actor } from '#modules/audit/rules.ts';
import { mailsOfOrder, resendMail, type ResendRefusal } from '#modules/email/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { refuse, type Result } from '#shared/result.ts';

type Resend = { orderId: string; orderNumber: string; mailId: string };

/** Owes a mail of an order once more. Refuses `no_mail` of another order, `on_its_way`, and `not_kept` when its text was deleted. */
export function resendOrderMail(
  ctx: Ctx,
  actor: Actor,
  { orderId, orderNumber, mailId }: Resend,
): Promise<Result<null, ResendRefusal>> {
  return decide(ctx.db, async (tx): Promise<Result<null, ResendRefusal>> => {
    const mail = (await mailsOfOrder(tx, orderId)).find(({ id }) => id === mailId);
    if (mail === undefined) return refuse('no_mail');
    const result = await resendMail({ ...ctx, db: tx }, mailId);
    if (!result.ok) return result;
    const after = { kind: mail.kind };
    await recordChange(tx, actor, {
      action: 'order.resend_mail',
      subject: `order:${orderNumber}`,
      before: null,
      after,
    });
    return result;
  });
}
