import { confirmationHolds } from '#modules/accounts/rules.ts';
import { addressesOf } from '#modules/addresses/service.server.ts';
import { recordChange } from '#modules/audit/service.server.ts';
import { withoutBuyer } from '#modules/checkout/provider/contract.ts';
import { ordersOfCustomer } from '#modules/orders/customer-orders.server.ts';
import { answerOf } from '#modules/payments/failure.server.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import { loggedDays, progressPhotos } from '#modules/routine/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { DeletionRefusal } from './contract.ts';
import * as repo from './repo.server.ts';
import { aliasOf, isClosed } from './rules.ts';

const allOrders = 10_000;

/** Everything that the shop keeps of a customer, to be read by machines; amounts in cents, photos as links that work while signed in. */
export async function personalData(ctx: Ctx, user: SignedInUser) {
  const { publicUrl } = ctx.settings;
  const photos = await progressPhotos(ctx.db, user.id);
  const orders = await ordersOfCustomer(ctx.db, user, allOrders);
  return {
    writtenAt: ctx.now().toISOString(),
    ...(await repo.findRecords(ctx.db, user)),
    orders: orders.map(({ checkoutId: _checkout, ...order }) => order),
    addresses: await addressesOf(ctx.db, user.id),
    routineDays: await loggedDays(ctx, user.id),
    progressPhotos: photos.map((photo) => ({ ...photo, file: `${publicUrl}/api/progress-photos/${photo.id}` })),
  };
}

type Deletion = { user: SignedInUser; requestId: string };

/**
 * Deletes an account for good. Orders stay for the books, parted from it: their contact goes at once when they are closed, else
 * once they are. Refuses admins, an old proof of the password, and while a payment is on its way.
 */
export async function deleteAccount(ctx: Ctx, { user, requestId }: Deletion): Promise<Result<null, DeletionRefusal>> {
  if (user.role === 'admin') return refuse('is_admin');
  if (!confirmationHolds(user.confirmedAt, ctx.now())) return refuse('confirm_password');
  const alias = aliasOf(crypto.randomUUID());
  return decide(ctx.db, async (tx) => {
    if (await repo.existsPaying(tx, user.id)) return refuse('being_paid');
    const orders = await ordersOfCustomer(tx, user, allOrders);
    const ids = orders.map(({ id }) => id);
    await repo.updateToNobodys(tx, ids);
    for (const order of orders) {
      if (isClosed(order)) await repo.updateToForgotten(tx, { orderId: order.id, email: alias });
      else await repo.insertToForget(tx, order.id, alias);
    }
    await repo.deletePerson(tx, user, alias);
    // The log is never changed, so it does not learn who this was.
    const actor = { id: user.id, email: alias, requestId };
    const change = { action: 'account.delete', subject: `customer:${user.id}`, before: null, after: null };
    await recordChange(tx, actor, change);
    return ok(null);
  });
}

const paymentsAtOnce = 50;

/**
 * Takes out of the records of payments at the provider whom they were for, once the shop has forgotten it. What the provider does
 * not take now is tried again the next time; what it does not know needs nothing.
 */
export async function forgetAtProvider(ctx: PaymentsCtx): Promise<void> {
  for (const id of await repo.listPaymentsToForget(ctx.db, paymentsAtOnce)) {
    const answer = await answerOf(() => ctx.payments.updateMetadata(id, withoutBuyer));
    if (answer === null) ctx.log.warn({ intentId: id }, 'a payment keeps whom it was for: the provider did not answer');
    else await repo.deletePaymentToForget(ctx.db, id);
  }
}

/** Takes the contact from orders of deleted accounts that have been closed since. */
export async function forgetClosedOrders(ctx: Pick<Ctx, 'db'>): Promise<void> {
  for (const { orderId, alias, ...order } of await repo.listToForget(ctx.db)) {
    if (!isClosed(order)) continue;
    await inTransaction(ctx.db, async (tx) => {
      await repo.updateToForgotten(tx, { orderId, email: alias });
      await repo.deleteToForget(tx, orderId);
    });
  }
}
