import { and, desc, eq, gt, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';
import { isOf, type EntityOf, type SandboxObject } from './objects.ts';
import type { SandboxIntent } from './cards.ts';
import { idempotentResponses, sandboxEvents, sandboxIntents, sandboxObjects } from './tables.ts';
import type { NewEvent } from './unit-of-work.ts';

export type Part = { since: Date; after: string | null; limit: number };

/** Returns intents created since a time, newest first, after the given cursor. */
export async function listIntents(db: Db, { since, after, limit }: Part): Promise<SandboxIntent[]> {
  const { createdAt, id } = sandboxIntents;
  const last = sql`(select created_at, id from ${sandboxIntents} where id = ${after})`;
  const rows = await db
    .select({ body: sandboxIntents.body })
    .from(sandboxIntents)
    .where(and(gte(createdAt, since), after === null ? undefined : sql`(${createdAt}, ${id}) < ${last}`))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map((row) => row.body);
}

const comparisons = { gte, gt, lte, lt } as const;

const dateOf = (seconds: string) => new Date(Number(seconds) * 1000);

/** Returns balance transactions that match a query of the API, newest first. */
export async function listTransactions(
  db: Db,
  query: URLSearchParams,
  limit: number,
): Promise<EntityOf<'balance_transaction'>[]> {
  const { createdAt, id, kind, body } = sandboxObjects;
  const after = query.get('starting_after');
  const last = sql`(select created_at, id from ${sandboxObjects} where id = ${after})`;
  const dates = Object.entries(comparisons).flatMap(([name, compare]) => {
    const value = query.get(`created[${name}]`);
    return value === null ? [] : [compare(createdAt, dateOf(value))];
  });
  const fields = ['type', 'currency', 'source'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [sql`${body}->>${name}::text = ${value}`];
  });
  const rows = await db
    .select({ body })
    .from(sandboxObjects)
    .where(
      and(
        eq(kind, 'balance_transaction'),
        ...dates,
        ...fields,
        after === null ? undefined : sql`(${createdAt}, ${id}) < ${last}`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map((row) => row.body).filter(isOf('balance_transaction'));
}

/** Returns objects by their ids. */
export async function objectsById(db: Db, ids: readonly string[]): Promise<Map<string, SandboxObject>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: sandboxObjects.id, body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(inArray(sandboxObjects.id, [...ids]));
  return new Map(rows.map(({ id, body }) => [id, body]));
}

const maxObjects = 1_000;

type Kind = SandboxObject['object'];

async function newestObjects<K extends Kind>(db: Db, kind: K, condition: SQL): Promise<EntityOf<K>[]> {
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.kind, kind), condition))
    .orderBy(desc(sandboxObjects.createdAt), desc(sandboxObjects.id))
    .limit(maxObjects);
  return rows.map(({ body }) => body).filter(isOf(kind));
}

/** Returns the objects of an intent, newest first, at most 1,000. */
export const listObjectsOf = <K extends Kind>(db: Db, kind: K, intentId: string) =>
  newestObjects(db, kind, eq(sandboxObjects.intentId, intentId));

/** Returns the objects created since a time, newest first, at most 1,000. */
export const listObjectsSince = <K extends Kind>(db: Db, kind: K, since: Date) =>
  newestObjects(db, kind, gte(sandboxObjects.createdAt, since));

/** Refunds created before a time whose status will still change, because of the card that paid. */
function unfinishedRefunds(db: Db, until: Date | SQL) {
  const charge = alias(sandboxObjects, 'charge');
  return db
    .select({ id: sandboxObjects.id })
    .from(sandboxObjects)
    .innerJoin(charge, sql`${charge.id} = ${sandboxObjects.body}->>'charge'`)
    .where(
      and(
        eq(sandboxObjects.kind, 'refund'),
        lte(sandboxObjects.createdAt, until),
        sql`(${sandboxObjects.body}->>'status', ${charge.body}->>'sandbox_refunds')
          in (('pending', 'pending_first'), ('succeeded', 'fails_later'))`,
      ),
    )
    .limit(100);
}

export async function listUnfinishedRefunds(db: Db, until: Date): Promise<string[]> {
  const rows = await unfinishedRefunds(db, until);
  return rows.map((row) => row.id);
}

/** A response saved under the idempotency key of its call. */
export type SavedResponse = { fingerprint: string; status: number; body: string };

/**
 * Claims an idempotency key in the transaction of its call and returns null. Returns the saved
 * response if an earlier call has the key. Waits while a concurrent call holds it.
 */
export async function claimKey(db: Db, key: string, fingerprint: string): Promise<SavedResponse | null> {
  const unfinished = { idempotencyKey: key, fingerprint, status: 0, body: '' };
  const claimed = await db.insert(idempotentResponses).values(unfinished).onConflictDoNothing().returning();
  if (claimed.length > 0) return null;
  const [saved] = await db.select().from(idempotentResponses).where(eq(idempotentResponses.idempotencyKey, key));
  if (saved === undefined) throw new Error(`the response saved under ${key} is missing`);
  return saved;
}

export async function saveResponse(db: Db, key: string, response: Omit<SavedResponse, 'fingerprint'>): Promise<void> {
  await db.update(idempotentResponses).set(response).where(eq(idempotentResponses.idempotencyKey, key));
}

const isUndelivered = sql`${sandboxEvents.deliveredAt} is null and ${sandboxEvents.nextAt} <= now()`;

/**
 * Claims events that are due and postpones their next attempt, so that two processes do not send
 * the same one at once.
 */
export function takeDueEvents(db: Db, limit: number): Promise<NewEvent[]> {
  const { id, body, copies, attempts, nextAt } = sandboxEvents;
  const due = db.select({ id }).from(sandboxEvents).where(isUndelivered).orderBy(nextAt).limit(limit);
  return db
    .update(sandboxEvents)
    .set({
      attempts: sql`${attempts} + 1`,
      nextAt: sql`now() + make_interval(secs => least(600, power(2, ${attempts} + 1)))`,
    })
    .where(inArray(id, due.for('update', { skipLocked: true })))
    .returning({ id, body, copies });
}

export async function updateToDelivered(db: Db, id: string): Promise<void> {
  await db
    .update(sandboxEvents)
    .set({ deliveredAt: sql`now()` })
    .where(eq(sandboxEvents.id, id));
}

/** Range of creation times of the intents in `processing`. */
type Span = { from: Date | SQL; until: Date | SQL };

const processing = (db: Db, { from, until }: Span) =>
  db
    .select({ body: sandboxIntents.body })
    .from(sandboxIntents)
    .where(
      and(
        gte(sandboxIntents.createdAt, from),
        lte(sandboxIntents.createdAt, until),
        sql`${sandboxIntents.body}->>'status' = 'processing'`,
      ),
    )
    .limit(100);

export async function listProcessing(db: Db, span: Span): Promise<SandboxIntent[]> {
  const rows = await processing(db, span);
  return rows.map((row) => row.body);
}

/**
 * SQL condition that is true when an event is due, or the bank has had a payment or refund for
 * `bankSeconds`.
 */
export function isDueCondition(db: Db, bankSeconds: number): SQL {
  const until = sql`now() - make_interval(secs => ${bankSeconds})`;
  const intents = processing(db, { from: sql`now() - interval '1 hour'`, until });
  const events = sql`(select from ${sandboxEvents} where ${isUndelivered})`;
  return sql`(exists ${events} or exists ${intents} or exists ${unfinishedRefunds(db, until)})`;
}
