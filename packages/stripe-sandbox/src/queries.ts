import { and, desc, eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { ask, type Db } from './database.ts';
import type { SandboxObject } from './objects.ts';
import type { SandboxIntent } from './cards.ts';
import { isOf, type Entity, type EntityOf, type SavedResponse, type NewEvent } from './store.ts';
import { sandboxAnswers, sandboxIntents, sandboxObjects } from './tables.ts';

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

const maxObjects = 1_000;

type Kind = SandboxObject['object'];

type Newest = { name: string; which: string; value: string };

async function newestOf<K extends Kind>(db: Db, kind: K, { name, which, value }: Newest): Promise<EntityOf<K>[]> {
  const newestFirst = `order by created_at desc, id desc limit ${maxObjects}`;
  const text = `select body::text from sandbox_objects where kind = $1 and ${which} ${newestFirst}`;
  const rows = await ask<[body: string]>(db, { name, text, values: [kind, value] });
  return rows.map(([body]) => JSON.parse(body) as Entity).filter(isOf(kind));
}

/** Returns the objects of an intent, newest first, at most 1,000. */
export const listObjectsOf = <K extends Kind>(db: Db, kind: K, intentId: string) =>
  newestOf(db, kind, { name: 'sandbox_objects_of', which: 'intent_id = $2', value: intentId });

/** Returns the objects created since a time, newest first, at most 1,000. */
export const listObjectsSince = <K extends Kind>(db: Db, kind: K, since: Date) =>
  newestOf(db, kind, { name: 'sandbox_objects_since', which: 'created_at >= $2', value: since.toISOString() });

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

export async function findSavedResponse(db: Db, key: string): Promise<Omit<SavedResponse, 'key'> | null> {
  const rows = await db.select().from(sandboxAnswers).where(eq(sandboxAnswers.idempotencyKey, key));
  return rows[0] ?? null;
}

const isUndelivered = 'delivered_at is null and next_at <= now()';

const takeDue = `
  update sandbox_events
  set attempts = attempts + 1, next_at = now() + make_interval(secs => least(600, power(2, attempts + 1)))
  where id in (
    select id from sandbox_events where ${isUndelivered} order by next_at limit $1 for update skip locked
  )
  returning id, body, copies`;

/**
 * Claims events that are due and postpones their next attempt, so that two processes do not send
 * the same one at once.
 */
export async function takeDueEvents(db: Db, limit: number): Promise<NewEvent[]> {
  const taking = { name: 'sandbox_events_take', text: takeDue, values: [limit] };
  const rows = await ask<[id: string, body: string, copies: number]>(db, taking);
  return rows.map(([id, body, copies]) => ({ id, body, copies }));
}

export async function updateToDelivered(db: Db, id: string): Promise<void> {
  const text = 'update sandbox_events set delivered_at = now() where id = $1';
  await ask(db, { name: 'sandbox_events_delivered', text, values: [id] });
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
  const events = sql.raw(`(select from sandbox_events where ${isUndelivered})`);
  return sql`(exists ${events} or exists ${intents} or exists ${unfinishedRefunds(db, until)})`;
}
