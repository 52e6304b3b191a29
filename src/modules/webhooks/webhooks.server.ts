import { randomBytes } from 'node:crypto';

import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { namesPrivateHost } from './ssrf-guard.server.ts';
import type { changeRefusals, EndpointRefusal, resendRefusals } from './webhooks.schema.ts';
import {
  type EndpointRow,
  countEndpoints,
  deleteEndpoint,
  insertDeliveries,
  insertEndpoint,
  listEndpoints,
  listNewestDeliveries,
  lockDelivery,
  lockEndpoint,
  updateDelivery,
  updateEndpoint,
  failPendingDeliveries,
} from './webhooks.queries.server.ts';
import { urlRefusal, type EventKind } from './webhooks.ts';

const maxEndpoints = 20;
const shownDeliveries = 50;

type Occurrence<Data> = {
  /** Key of the event. A second message with the same key is not enqueued. */
  eventKey: string;
  subject: string;
  data: Data;
};

/** Enqueues a message to each receiver of an event, in the transaction of its cause. */
export async function enqueueWebhookEvent<Data extends object>(
  tx: Db,
  { name }: EventKind<Data>,
  { eventKey, subject, data }: Occurrence<NoInfer<Data>>,
): Promise<void> {
  await insertDeliveries(tx, {
    messageId: `msg_${randomBytes(16).toString('base64url')}`,
    type: name,
    eventKey: `${name}:${eventKey}`,
    subject,
    // Serialized once: the signature covers the exact bytes, and every try must send the same.
    body: JSON.stringify({ type: name, timestamp: new Date().toISOString(), data }),
  });
}

export type Endpoint = Omit<EndpointRow, 'secret'>;

function withoutSecret({ secret: _secret, ...endpoint }: EndpointRow): Endpoint {
  return endpoint;
}

/** Lists all receivers, oldest first, without their secrets. */
export async function endpoints(db: Db): Promise<Endpoint[]> {
  return (await listEndpoints(db)).map(withoutSecret);
}

function endpointRefusal(ctx: Ctx, url: string): EndpointRefusal | null {
  const spelling = urlRefusal(url, ctx.settings.shopMode === 'live');
  if (spelling !== null) return spelling;
  return !ctx.settings.webhooksInside && namesPrivateHost(url) ? 'private_address' : null;
}

const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Adds a receiver and returns its secret, which is shown only once. Refuses addresses to which the
 * shop may not send.
 */
export function addEndpoint(
  ctx: Ctx,
  actor: Actor,
  { url, events }: { url: string; events: string[] },
): Promise<Result<{ id: string; secret: string }, EndpointRefusal>> {
  return inResultTransaction(ctx.db, async (tx) => {
    const refusal = endpointRefusal(ctx, url);
    if (refusal !== null) return refuse(refusal);
    if (events.length === 0) return refuse('no_events');
    if ((await countEndpoints(tx)) >= maxEndpoints) return refuse('too_many');
    const { id, secret } = await insertEndpoint(tx, { url, events, secret: createSecret() });
    const subject = `webhook:${id}`;
    await recordChange(tx, actor, { action: 'webhook.add', subject, before: null, after: { url, events } });
    return ok({ id, secret });
  });
}

type Change = { actor: Actor; id: string; action: string };
type Work = (tx: Db) => Promise<Partial<Endpoint> | null>;

type Changed = Result<null, keyof typeof changeRefusals>;

/** Changes a receiver and records the change in the audit log. Refuses `gone`. */
function changeEndpoint(ctx: Ctx, { actor, id, action }: Change, work: Work): Promise<Changed> {
  return inResultTransaction<Changed>(ctx.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint === null) return refuse('gone');
    const { url, events, state } = endpoint;
    const changed = await work(tx);
    const after = changed === null ? null : { url, events, state, ...changed };
    await recordChange(tx, actor, { action, subject: `webhook:${id}`, before: { url, events, state }, after });
    return ok(null);
  });
}

/** Enables a disabled receiver. It gets messages from the next event on. */
export function enableEndpoint(ctx: Ctx, actor: Actor, id: string): Promise<Changed> {
  return changeEndpoint(ctx, { actor, id, action: 'webhook.enable' }, async (tx) => {
    await updateEndpoint(tx, id, { state: 'active', disabledReason: null });
    return { state: 'active' };
  });
}

/** Disables a receiver. Its pending messages become failed and can be resent. */
export function disableEndpoint(ctx: Ctx, actor: Actor, id: string): Promise<Changed> {
  return changeEndpoint(ctx, { actor, id, action: 'webhook.disable' }, async (tx) => {
    await updateEndpoint(tx, id, { state: 'disabled', disabledReason: null });
    await failPendingDeliveries(tx, id);
    return { state: 'disabled' };
  });
}

/** Removes a receiver and its log. */
export function removeEndpoint(ctx: Ctx, actor: Actor, id: string): Promise<Changed> {
  return changeEndpoint(ctx, { actor, id, action: 'webhook.remove' }, async (tx) => {
    await deleteEndpoint(tx, id);
    return null;
  });
}

/**
 * Replaces a receiver's secret and returns the new one, which is shown only once. It signs
 * everything from now on.
 */
export async function renewSecret(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<Result<string, keyof typeof changeRefusals>> {
  const secret = createSecret();
  const renewed = await changeEndpoint(ctx, { actor, id, action: 'webhook.secret' }, async (tx) => {
    await updateEndpoint(tx, id, { secret });
    return {};
  });
  return renewed.ok ? ok(secret) : renewed;
}

/** Lists the 50 newest deliveries with their tries, of one receiver or of all. */
export async function newestDeliveries(db: Db, endpointId: string | null) {
  const rows = await listNewestDeliveries(db, endpointId, shownDeliveries);
  const tries = rows.flatMap((row) => row.webhook_tries ?? []);
  const deliveries = new Map(rows.map(({ newest }) => [newest.id, newest]));
  return [...deliveries.values()].map((one) => ({
    ...one,
    log: tries.filter(({ deliveryId }) => deliveryId === one.id),
  }));
}

/**
 * Enqueues a delivery again, due at once and with all tries. The message keeps its id, so the
 * receiver recognizes it. Refuses `gone`, `disabled`, and `erased` if its body was erased.
 */
export function resend(ctx: Ctx, actor: Actor, id: string): Promise<Result<null, keyof typeof resendRefusals>> {
  return inResultTransaction(ctx.db, async (tx) => {
    const delivery = await lockDelivery(tx, id);
    if (delivery === null) return refuse('gone');
    const endpoint = await lockEndpoint(tx, delivery.endpointId);
    if (endpoint?.state !== 'active') return refuse('disabled');
    if (delivery.body === '') return refuse('erased');
    await updateDelivery(tx, id, { state: 'pending', tries: 0, nextAttemptAt: ctx.now() });
    const { subject: orderNumber, type, messageId } = delivery;
    const after = { orderNumber, type, messageId };
    await recordChange(tx, actor, { action: 'webhook.resend', subject: `webhook:${endpoint.id}`, before: null, after });
    return ok(null);
  });
}
