import { Webhook } from 'standardwebhooks';

import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { postWebhook } from './post-webhook.server.ts';
import {
  type DueDelivery,
  hasAcceptedSince,
  insertTry,
  lockDelivery,
  claimDueDeliveries,
  updateEndpoint,
  updatePending,
  failPendingDeliveries,
} from './webhooks.queries.server.ts';
import { isGone, isAccepted, nextPause, replyText, type Reply } from './webhooks.ts';

const maxPerEndpoint = 10;
/** Time for which a message belongs to the process that took it. Above the time of one call. */
const heldMs = 20_000;

function signed({ messageId, body, secret }: DueDelivery, now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'shop-webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(messageId, now, body),
  };
}

/** Disables a receiver that is gone, or took nothing for as long as a message is retried. */
async function disable(tx: Db, ctx: Ctx, { endpointId, why }: { endpointId: string; why: string }): Promise<void> {
  await updateEndpoint(tx, endpointId, { state: 'disabled', disabledReason: why });
  await failPendingDeliveries(tx, endpointId);
  ctx.log.error({ endpointId, why }, 'a webhook receiver is disabled: see /admin/webhooks');
}

async function recordFailure(
  tx: Db,
  ctx: Ctx,
  { delivery, reply }: { delivery: DueDelivery; reply: Reply },
): Promise<void> {
  const { id, endpointId, createdAt, tries } = delivery;
  const pause = isGone(reply) ? null : nextPause(tries);
  if (pause !== null) {
    await updatePending(tx, id, { nextAttemptAt: new Date(ctx.now().getTime() + pause * 1_000) });
    return;
  }
  await updatePending(tx, id, { state: 'failed' });
  if (isGone(reply)) await disable(tx, ctx, { endpointId, why: 'The endpoint returned 410 Gone.' });
  else if (!(await hasAcceptedSince(tx, endpointId, createdAt))) {
    const why = `The endpoint accepted no events for a day. Last response: ${replyText(reply)}.`;
    await disable(tx, ctx, { endpointId, why });
  }
}

async function deliver(ctx: Ctx, delivery: DueDelivery): Promise<void> {
  const now = ctx.now();
  const { url, body } = delivery;
  const reply = await postWebhook({
    url,
    body,
    headers: signed(delivery, now),
    allowPrivateHosts: ctx.settings.webhooksInside,
  });
  await inTransaction(ctx.db, async (tx) => {
    // The receiver may have been removed meanwhile.
    if ((await lockDelivery(tx, delivery.id)) === null) return;
    await insertTry(tx, { deliveryId: delivery.id, at: now, ...reply });
    if (isAccepted(reply)) await updatePending(tx, delivery.id, { state: 'delivered' });
    else await recordFailure(tx, ctx, { delivery, reply });
  });
}

/**
 * Sends due messages, up to 10 per receiver in parallel. Concurrent processes never send the same
 * message.
 */
export async function deliverDue(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const due = await claimDueDeliveries(ctx.db, { now, heldUntil: new Date(now.getTime() + heldMs), maxPerEndpoint });
  await Promise.all(due.map((delivery) => deliver(ctx, delivery)));
}
