import { answerOf } from '#modules/payments/failure.server.ts';
import { isOfShop, shopName, type Named } from '#modules/payments/metadata.ts';
import type { PaymentEvent, PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import * as repo from '../repo.server.ts';

/** Whether a payment is this shop's: it names the shop, or a checkout that the shop knows. All others on the account are left alone. */
export async function isOurs(db: Db, { settings }: Pick<Ctx, 'settings'>, named: Named): Promise<boolean> {
  if (isOfShop(named, shopName(settings))) return true;
  return named.checkoutId !== null && (await repo.findCheckout(db, named.checkoutId)) !== null;
}

/** An event as the pinned version of the provider's API writes it: the address of a paid page stands elsewhere in older ones. */
export async function inPinnedVersion(ctx: PaymentsCtx, event: PaymentEvent): Promise<PaymentEvent> {
  const { session, isOtherVersion } = event;
  if (session === null || !isOtherVersion || !session.isPaid || !(await isOurs(ctx.db, ctx, session))) return event;
  const read = await answerOf(() => ctx.payments.readHostedSession(session.id));
  if (read === null)
    throw new Error(`the page ${session.id} cannot be read again: the provider sends its event once more`);
  return read === 'unknown' ? event : { ...event, session: read };
}
