import { and, desc, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';

import { sandboxAnswers, sandboxEvents, sandboxIntents, sandboxObjects } from './tables.ts';
import type { SandboxCharge, SandboxObject } from './objects.ts';
import type { SandboxIntent } from './rules.ts';

export async function insertIntent(db: Db, intent: SandboxIntent): Promise<void> {
  await db.insert(sandboxIntents).values({ id: intent.id, body: intent });
}

const intentBy = (db: Db, id: string) =>
  db.select({ body: sandboxIntents.body }).from(sandboxIntents).where(eq(sandboxIntents.id, id));

export async function findIntent(db: Db, id: string): Promise<SandboxIntent | null> {
  return (await intentBy(db, id))[0]?.body ?? null;
}

export async function lockIntent(db: Db, id: string): Promise<SandboxIntent | null> {
  return (await intentBy(db, id).for('update'))[0]?.body ?? null;
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

/** Stores a charge unless the intent has one; says whether it did. */
export async function insertCharge(db: Db, body: SandboxCharge): Promise<boolean> {
  const rows = await db
    .insert(sandboxObjects)
    .values({ id: body.id, kind: body.object, intentId: body.payment_intent, body })
    .onConflictDoNothing()
    .returning({ id: sandboxObjects.id });
  return rows.length === 1;
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

const objectsWhere = (db: Db, where: SQL | undefined) =>
  db.select({ body: sandboxObjects.body }).from(sandboxObjects).where(where);

export async function findObject<K extends Kind>(db: Db, kind: K, id: string): Promise<ObjectOf<K> | null> {
  return bodiesOf(kind, await objectsWhere(db, eq(sandboxObjects.id, id)))[0] ?? null;
}

export async function lockObject<K extends Kind>(db: Db, kind: K, id: string): Promise<ObjectOf<K> | null> {
  return bodiesOf(kind, await objectsWhere(db, eq(sandboxObjects.id, id)).for('update'))[0] ?? null;
}

async function newestOf<K extends Kind>(db: Db, kind: K, isMeant: SQL): Promise<ObjectOf<K>[]> {
  const found = objectsWhere(db, and(eq(sandboxObjects.kind, kind), isMeant));
  const newestFirst = found.orderBy(desc(sandboxObjects.createdAt), desc(sandboxObjects.id));
  return bodiesOf(kind, await newestFirst.limit(maxObjects));
}

/** What hangs on an intent, newest first; no more than 1,000. */
export const listObjectsOf = <K extends Kind>(db: Db, kind: K, intentId: string) =>
  newestOf(db, kind, eq(sandboxObjects.intentId, intentId));

/** What was made since a moment, newest first; no more than 1,000. */
export const listObjectsSince = <K extends Kind>(db: Db, kind: K, since: Date) =>
  newestOf(db, kind, gte(sandboxObjects.createdAt, since));

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

/** Saves an answer unless one is saved under the key, for whose transaction it waits; says whether it did. */
export async function insertAnswer(db: Db, key: string, answer: SavedAnswer): Promise<boolean> {
  const rows = await db
    .insert(sandboxAnswers)
    .values({ idempotencyKey: key, ...answer })
    .onConflictDoNothing()
    .returning({ key: sandboxAnswers.idempotencyKey });
  return rows.length === 1;
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
