import { createHash } from 'node:crypto';

import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { Actor, Change, Facts } from './audit-entry.ts';
import { auditEntries } from './tables.server.ts';

/** The signed-in person of a request as the one who changes something; refuses a guest. */
export function actorOf({ user, requestId }: Visitor): Actor {
  if (user === null) throw new Error('nobody is signed in');
  return { id: user.id, email: user.email, requestId };
}

/** Writes a change down, in the transaction that makes it. */
export async function recordChange(tx: Db, actor: Actor, change: Change): Promise<void> {
  const { id: actorId, email: actorEmail, requestId } = actor;
  await tx.insert(auditEntries).values({ actorId, actorEmail, requestId, ...change });
}

/** A short mark of what a thing was when someone began to edit it: another mark means that someone else was quicker. */
export function versionOf(facts: Facts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
}

/** What differs of two states of one thing, as the log keeps it. */
export function differenceOf(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: only(before), after: only(after) };
}

type Edit<R extends string> = {
  action: string;
  subject: string;
  /** What is stored, from a row that is locked, and what it is to become. */
  before: Facts;
  after: Facts;
  /** The mark of what was opened. */
  version: string;
  /** Stores `after`, or says why it cannot be. */
  store(): Promise<Result<null, R> | void>;
};

/** Stores an edit and writes its difference down; one that changes nothing does neither. Refuses `changed_meanwhile`. */
export async function recordEdit<R extends string = never>(
  tx: Db,
  actor: Actor,
  { action, subject, before, after, version, store }: Edit<R>,
): Promise<Result<null, R | 'changed_meanwhile'>> {
  if (versionOf(before) !== version) return refuse('changed_meanwhile');
  if (versionOf(after) === version) return ok(null);
  const stored = await store();
  if (stored?.ok === false) return stored;
  await recordChange(tx, actor, { action, subject, ...differenceOf(before, after) });
  return ok(null);
}
