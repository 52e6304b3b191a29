import { and, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { sandboxAnswers, sandboxEvents, sandboxIntents } from '../tables.server.ts';
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

/** Intents made since a moment, newest first. */
export async function listIntentsSince(db: Db, since: Date, limit: number): Promise<SandboxIntent[]> {
  const rows = await db
    .select({ body: sandboxIntents.body })
    .from(sandboxIntents)
    .where(gte(sandboxIntents.createdAt, since))
    .orderBy(desc(sandboxIntents.createdAt))
    .limit(limit);
  return rows.map((row) => row.body);
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

export async function insertEvent(db: Db, id: string, body: string, copies: number): Promise<void> {
  await db.insert(sandboxEvents).values({ id, body, copies });
}

export type DueEvent = { id: string; body: string; copies: number; attempts: number };

/** Takes events that are due and puts their next try off, so that two processes do not send the same one at once. */
export async function takeDueEvents(db: Db, limit: number): Promise<DueEvent[]> {
  const due = db
    .select({ id: sandboxEvents.id })
    .from(sandboxEvents)
    .where(and(isNull(sandboxEvents.deliveredAt), lte(sandboxEvents.nextAt, sql`now()`)))
    .orderBy(sandboxEvents.nextAt)
    .limit(limit)
    .for('update', { skipLocked: true });
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
export async function listProcessing(db: Db, from: Date, until: Date): Promise<SandboxIntent[]> {
  const rows = await db
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
  return rows.map((row) => row.body);
}
