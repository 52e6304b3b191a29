import { createHash } from 'node:crypto';

import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import * as repo from './repo.server.ts';
import type { Actor, Change, Facts } from './rules.ts';

/** The signed-in person of a request as the one who changes something; refuses a guest. */
export function actorOf({ user, requestId }: Visitor): Actor {
  if (user === null) throw new Error('nobody is signed in');
  return { id: user.id, email: user.email, requestId };
}

/** Writes a change down, in the transaction that makes it. */
export async function recordChange(tx: Db, actor: Actor, change: Change): Promise<void> {
  const { id: actorId, email: actorEmail, requestId } = actor;
  await repo.insert(tx, { actorId, actorEmail, requestId, ...change });
}

/** Changes, newest first; `before` is the id to go on from. */
export function changesOf(
  db: Db,
  { subject = null, before = null, limit = 50 }: Partial<repo.Page> = {},
): Promise<repo.AuditEntry[]> {
  return repo.list(db, { subject, before, limit });
}

/** A short mark of what a thing was when someone began to edit it: another mark means that someone else was quicker. */
export function stampOf(facts: Facts): string {
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
