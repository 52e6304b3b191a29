import { and, asc, desc, eq, gt, inArray, lt, lte, ne, sql, type SQL } from 'drizzle-orm';

import { deleteInBatches } from '#platform/db/batched-writes.server.ts';
import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { descending } from '#platform/db/planner.server.ts';
import { firstRow, hasRow, insertedRow } from '#platform/db/rows.server.ts';
import { defer } from '#platform/db/transaction.server.ts';

import { webhookDeliveries, webhookEndpoints, deliveryAttempts } from './tables.server.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export function insertEndpoint(db: Db, endpoint: typeof webhookEndpoints.$inferInsert): Promise<EndpointRow> {
  return insertedRow(db.insert(webhookEndpoints).values(endpoint).returning());
}

export function listEndpoints(db: Db): Promise<EndpointRow[]> {
  return db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

export function countEndpoints(db: Db): Promise<number> {
  return db.$count(webhookEndpoints);
}

type Message = Pick<DeliveryRow, 'messageId' | 'type' | 'eventKey' | 'subject' | 'body'>;

const writeDeliveries = preparedStatement((db, { events, ...message }: Placeholders<Message & { events: string }>) => {
  const { messageId, type, eventKey, subject, body } = message;
  const inserted = db.$with('inserted', {}).as(sql`
    insert into ${webhookDeliveries} (endpoint_id, message_id, type, occurrence, order_number, body)
    select id, ${messageId}::text, ${type}::text, ${eventKey}::text, ${subject}::text, ${body}::text
    from ${webhookEndpoints} where ${webhookEndpoints.state} = 'active' and ${webhookEndpoints.events} @> ${events}::jsonb
    on conflict do nothing`);
  return db
    .with(inserted)
    .select({})
    .from(sql`(select) as nothing`);
});

/**
 * Enqueues a message to each active receiver of its type, without waiting for the result
 * (`defer`). A receiver gets one message per occurrence.
 */
export async function insertDeliveries(tx: Db, message: Message): Promise<void> {
  await defer(tx, writeDeliveries(tx, { ...message, events: JSON.stringify([message.type]) }));
}

/** Locks a receiver until the transaction ends. Null if it does not exist. */
export function lockEndpoint(db: Db, id: string): Promise<EndpointRow | null> {
  return firstRow(db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update'));
}

export async function updateEndpoint(db: Db, id: string, change: Partial<EndpointRow>): Promise<void> {
  await db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id));
}

export async function deleteEndpoint(db: Db, id: string): Promise<void> {
  await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
}

export type DueDelivery = DeliveryRow & { url: string; secret: string };

const isPendingAndDue = (now: Date | SQL) =>
  and(eq(webhookDeliveries.state, 'pending'), lte(webhookDeliveries.nextAttemptAt, now));

const isActive = eq(webhookEndpoints.state, 'active');

/** SQL condition: true when any message is due. */
export const isDeliveryDue = sql`exists (select from ${webhookDeliveries} join ${webhookEndpoints}
  on ${webhookEndpoints.id} = ${webhookDeliveries.endpointId} and ${isActive} where ${isPendingAndDue(sql`now()`)})`;

type Take = { now: Date; heldUntil: Date; maxPerEndpoint: number };

/**
 * Claims due messages for this process until `heldUntil`, at most `maxPerEndpoint` per active
 * receiver. A long backlog of one receiver does not delay others. If the process dies, others send
 * them after `heldUntil`.
 */
export async function claimDueDeliveries(db: Db, { now, heldUntil, maxPerEndpoint }: Take): Promise<DueDelivery[]> {
  const { endpointId, nextAttemptAt, tries } = webhookDeliveries;
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(endpointId, webhookEndpoints.id), isPendingAndDue(now)))
    .orderBy(asc(nextAttemptAt))
    .limit(maxPerEndpoint)
    .for('update', { skipLocked: true })
    .as('due');
  const dueIds = db.select({ id: due.id }).from(webhookEndpoints).crossJoinLateral(due).where(isActive);
  const taken = await db
    .update(webhookDeliveries)
    .set({ tries: sql`${tries} + 1`, nextAttemptAt: heldUntil })
    .where(inArray(webhookDeliveries.id, dueIds))
    .returning();
  const endpoints = new Map((await listEndpoints(db)).map((endpoint) => [endpoint.id, endpoint]));
  return taken.flatMap((delivery) => {
    const endpoint = endpoints.get(delivery.endpointId);
    return endpoint === undefined ? [] : [{ ...delivery, url: endpoint.url, secret: endpoint.secret }];
  });
}

export async function insertTry(db: Db, row: typeof deliveryAttempts.$inferInsert): Promise<void> {
  await db.insert(deliveryAttempts).values(row);
}

/** Updates a delivery if it is still pending. */
export async function updatePending(db: Db, id: string, change: Partial<DeliveryRow>): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set(change)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, 'pending')));
}

export async function failPendingDeliveries(db: Db, endpointId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'failed' })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, 'pending')));
}

/** True if the receiver accepted any message since. */
export function hasAcceptedSince(db: Db, endpointId: string, since: Date): Promise<boolean> {
  const isAccepted = sql`${deliveryAttempts.status} between 200 and 299`;
  return hasRow(
    db
      .select({ id: deliveryAttempts.id })
      .from(deliveryAttempts)
      .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, deliveryAttempts.deliveryId))
      .where(and(eq(webhookDeliveries.endpointId, endpointId), gt(deliveryAttempts.at, since), isAccepted))
      .limit(1),
  );
}

export function lockDelivery(db: Db, id: string): Promise<DeliveryRow | null> {
  return firstRow(db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).for('update'));
}

export async function updateDelivery(db: Db, id: string, change: Partial<DeliveryRow>): Promise<void> {
  await db.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id));
}

/**
 * Lists the newest deliveries, of one receiver or of all, joined with every try. One statement,
 * because a try and the state that it leads to are stored together.
 */
export function listNewestDeliveries(db: Db, endpointId: string | null, limit: number) {
  const newest = db
    .select()
    .from(webhookDeliveries)
    .where(endpointId === null ? undefined : eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(descending(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
    .limit(limit)
    .as('newest');
  return db
    .select()
    .from(newest)
    .leftJoin(deliveryAttempts, eq(deliveryAttempts.deliveryId, newest.id))
    .orderBy(desc(newest.createdAt), asc(newest.id), asc(deliveryAttempts.id));
}

/** Deletes deliveries created before a date, except pending ones. */
export function deleteDeliveriesBefore(db: Db, date: Date) {
  const { createdAt, state } = webhookDeliveries;
  return deleteInBatches(db, webhookDeliveries, and(lt(createdAt, date), ne(state, 'pending')));
}

/**
 * Empties the bodies of messages about these subjects, except pending ones. The record of the
 * delivery is retained.
 */
export async function eraseMessagesAbout(tx: Db, subjects: readonly string[]): Promise<void> {
  const { subject, state } = webhookDeliveries;
  await tx
    .update(webhookDeliveries)
    .set({ body: '' })
    .where(and(inArray(subject, [...subjects]), ne(state, 'pending')));
}

/** Deletes the messages about subjects that are deleted. */
export async function removeMessagesAbout(tx: Db, subjects: readonly string[]): Promise<void> {
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.subject, [...subjects]));
}

/** SQL rows of receivers that the shop disabled. Those that an admin disabled need no attention. */
export const silentEndpoints = sql`from ${webhookEndpoints} where ${webhookEndpoints.disabledReason} is not null`;

/**
 * SQL rows of messages of the last seven days that an active receiver did not take, for a day or
 * for good.
 */
export const failedDeliveries = sql`from ${webhookDeliveries} join ${webhookEndpoints}
  on ${webhookEndpoints.id} = ${webhookDeliveries.endpointId} and ${isActive}
  where ${webhookDeliveries.state} = 'failed' and ${webhookDeliveries.tries} > 0
    and ${webhookDeliveries.createdAt} > now() - interval '7 days'`;

const page = '/admin/webhooks';

/** SQL rows of both as notices. Of a receiver's address only the host is told. */
export const webhookNotices = sql`select ${page}::text || '#' || ${webhookEndpoints.id} as subject,
    'The webhook receiver ' || coalesce(substring(${webhookEndpoints.url} from '//([^/?#]+)'), '') || ' is disabled. '
      || ${webhookEndpoints.disabledReason} as label ${silentEndpoints}
  union all select ${page}::text || '#' || ${webhookDeliveries.id},
    'The webhook message ' || ${webhookDeliveries.type} || ' of ' || ${webhookDeliveries.subject} || ' did not arrive' ${failedDeliveries}`;

export const deliveryCountsByState = sql`select ${webhookDeliveries.state}, count(*)::int from ${webhookDeliveries} group by 1`;
