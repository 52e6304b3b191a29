import { and, desc, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';

import { sandboxAnswers, sandboxEvents, sandboxIntents, sandboxObjects } from './tables.ts';
import type { SandboxObject } from './objects.ts';
import type { SandboxIntent } from './rules.ts';

export async function insertIntent(db: Db, intent: SandboxIntent): Promise<void> {
  await db.insert(sandboxIntents).values({ id: intent.id, body: intent });
}

export async function findIntent(db: Db, id: string): Promise<SandboxIntent | null> {
  const rows = await db.select({ body: sandboxIntents.body }).from(sandboxIntents).where(eq(sandboxIntents.id, id));
  return rows[0]?.body ?? null;
}

export async function lockIntent(db: Db, id: string): Promise<SandboxIntent | null> {
  const rows = await db
    .select({ body: sandboxIntents.body })
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, id))
    .for('update');
  return rows[0]?.body ?? null;
}

export async function updateIntent(db: Db, intent: SandboxIntent): Promise<void> {
  await db.update(sandboxIntents).set({ body: intent }).where(eq(sandboxIntents.id, intent.id));
}

export type Part = { since: Date; after: string | null; limit: number };

/** Intents made since a moment, newest first, after the one that is named. */
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

const maxObjects = 1_000;

type Kind = SandboxObject['object'];
type ObjectOf<K extends Kind> = Extract<SandboxObject, { object: K }>;

function bodiesOf<K extends Kind>(kind: K, rows: readonly { body: SandboxObject }[]): ObjectOf<K>[] {
  const isKind = (body: SandboxObject): body is ObjectOf<K> => body.object === kind;
  return rows.map((row) => row.body).filter(isKind);
}

export async function insertObject(db: Db, body: SandboxObject, intentId: string | null): Promise<void> {
  await db.insert(sandboxObjects).values({ id: body.id, kind: body.object, intentId, body });
}

export async function updateObject(db: Db, body: SandboxObject): Promise<void> {
  await db.update(sandboxObjects).set({ body }).where(eq(sandboxObjects.id, body.id));
}

export async function updateIntentOfObject(db: Db, id: string, intentId: string): Promise<void> {
  await db.update(sandboxObjects).set({ intentId }).where(eq(sandboxObjects.id, id));
}

export async function findObject<K extends Kind>(db: Db, kind: K, id: string): Promise<ObjectOf<K> | null> {
  const rows = await db.select({ body: sandboxObjects.body }).from(sandboxObjects).where(eq(sandboxObjects.id, id));
  return bodiesOf(kind, rows)[0] ?? null;
}

export async function lockObject<K extends Kind>(db: Db, kind: K, id: string): Promise<ObjectOf<K> | null> {
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(eq(sandboxObjects.id, id))
    .for('update');
  return bodiesOf(kind, rows)[0] ?? null;
}

const newestFirst = [desc(sandboxObjects.createdAt), desc(sandboxObjects.id)];

/** What hangs on an intent, newest first. */
export async function listObjectsOf<K extends Kind>(db: Db, kind: K, intentId: string): Promise<ObjectOf<K>[]> {
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.intentId, intentId), eq(sandboxObjects.kind, kind)))
    .orderBy(...newestFirst);
  return bodiesOf(kind, rows);
}

/** What was made since a moment, newest first; no more than 1,000. */
export async function listObjectsSince<K extends Kind>(db: Db, kind: K, since: Date): Promise<ObjectOf<K>[]> {
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.kind, kind), gte(sandboxObjects.createdAt, since)))
    .orderBy(...newestFirst)
    .limit(maxObjects);
  return bodiesOf(kind, rows);
}

/** Refunds made before a moment that their card lets end otherwise than they began. */
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

export type SavedAnswer = { fingerprint: string; status: number; body: string };

export async function findAnswer(db: Db, key: string): Promise<SavedAnswer | null> {
  const rows = await db.select().from(sandboxAnswers).where(eq(sandboxAnswers.idempotencyKey, key));
  return rows[0] ?? null;
}

/** Holds a key for this transaction, so that two calls with the same key go one after the other. */
export async function lockKey(db: Db, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`);
}

export async function insertAnswer(db: Db, key: string, answer: SavedAnswer): Promise<void> {
  await db.insert(sandboxAnswers).values({ idempotencyKey: key, ...answer });
}

export async function insertEvent(db: Db, event: Pick<DueEvent, 'id' | 'body' | 'copies'>): Promise<void> {
  await db.insert(sandboxEvents).values(event);
}

export type DueEvent = { id: string; body: string; copies: number; attempts: number };

/** Takes events that are due and puts their next try off, so that two processes do not send the same one at once. */
const dueEvents = (db: Db) =>
  db
    .select({ id: sandboxEvents.id })
    .from(sandboxEvents)
    .where(and(isNull(sandboxEvents.deliveredAt), lte(sandboxEvents.nextAt, sql`now()`)));

export async function takeDueEvents(db: Db, limit: number): Promise<DueEvent[]> {
  const due = dueEvents(db).orderBy(sandboxEvents.nextAt).limit(limit).for('update', { skipLocked: true });
  return db
    .update(sandboxEvents)
    .set({
      attempts: sql`${sandboxEvents.attempts} + 1`,
      nextAt: sql`now() + make_interval(secs => least(600, power(2, ${sandboxEvents.attempts} + 1)))`,
    })
    .where(sql`${sandboxEvents.id} in ${due}`)
    .returning({
      id: sandboxEvents.id,
      body: sandboxEvents.body,
      copies: sandboxEvents.copies,
      attempts: sandboxEvents.attempts,
    });
}

export async function updateToDelivered(db: Db, id: string): Promise<void> {
  await db
    .update(sandboxEvents)
    .set({ deliveredAt: sql`now()` })
    .where(eq(sandboxEvents.id, id));
}

/** Intents that are being processed and were made between two moments. */
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

/** Whether an event is to be delivered, or a bank has had a payment or a refund for so many seconds. */
export function isDue(db: Db, bankSeconds: number): SQL {
  const until = sql`now() - make_interval(secs => ${bankSeconds})`;
  const intents = processing(db, { from: sql`now() - interval '1 hour'`, until });
  return sql`(exists ${dueEvents(db)} or exists ${intents} or exists ${unfinishedRefunds(db, until)})`;
}
