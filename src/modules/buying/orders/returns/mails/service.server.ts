import { enqueueMail } from '#modules/ground/email/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { returnMails } from '../../email.server.ts';
import { orderHead } from '../../mails/service.server.ts';
import type { ReturnMail } from '../../mails/rules.ts';
import type { OrderView } from '../../rules.ts';
import { orderById } from '../../service.server.ts';
import { orderToken } from '../../token/service.server.ts';
import { returnCode, type ReturnView } from '../rules.ts';

type Told = Pick<ReturnView, 'id' | 'lines' | 'labelUrl'> & { orderId: string };

/** What may be downloaded with the link of an order's mails: the slip that lies in the parcel. */
export function returnSlipUrl(
  ctx: Pick<Ctx, 'settings'>,
  order: Pick<OrderView, 'id' | 'placedAt'>,
  returnId: string,
): string {
  const { publicUrl, sessionSecret } = ctx.settings;
  return `${publicUrl}/returns/${returnId}/slip.pdf?token=${encodeURIComponent(orderToken(sessionSecret, order))}`;
}

type Step = { row: Told; kind: keyof typeof returnMails; reason?: string };

/** Owes an order's customer the mail of a return's step, in the transaction of the step. Its refund is told as every refund is. */
export async function queueReturnMail(tx: Db, ctx: Ctx, { row, kind, reason = '' }: Step): Promise<void> {
  const order = await orderById(tx, row.orderId);
  if (order === null) throw new Error('a return without its order');
  const items = row.lines.flatMap(({ productId, quantity }) =>
    order.items.filter((item) => item.productId === productId).map((item) => ({ ...item, quantity })),
  );
  const data: ReturnMail = {
    ...orderHead({ ...order, items }, ctx.settings),
    code: returnCode(row.id),
    slipUrl: returnSlipUrl(ctx, order, row.id),
    labelUrl: row.labelUrl,
    reason,
  };
  // A label that replaces another is told again.
  const cause = kind === 'return_label' ? `${row.id} ${row.labelUrl ?? ''}` : row.id;
  await enqueueMail(tx, ctx, { kind: returnMails[kind], orderId: order.id, to: order.email, cause, data });
}
