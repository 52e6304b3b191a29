import { createHash } from 'node:crypto';

import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { storable } from '#shared/clean-text.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { insertEntry } from './audit-log.queries.server.ts';
import type { Actor, Change, AuditFields } from './audit-log.ts';
import { auditEntries } from './tables.server.ts';

/** Returns the signed-in user of a request as the actor of a change. Throws for a guest. */
export function actorOf({ user, requestId }: Visitor): Actor {
  if (user === null) throw new Error('nobody is signed in');
  return { id: user.id, email: user.email, requestId };
}

/** Returns the fields as the log stores them, with texts that cannot be refused. */
function storableFields(fields: AuditFields | null): AuditFields | null {
  if (fields === null) return null;
  const text = JSON.stringify(fields, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value));
  return JSON.parse(text) as AuditFields;
}

/** Appends a change to the log, in the transaction that makes it. */
export async function recordChange(tx: Db, actor: Actor, change: Change): Promise<void> {
  const { id: actorId, email: actorEmail, requestId } = actor;
  const { action, subject, before, after } = change;
  await insertEntry(tx, {
    actorId,
    actorEmail: storable(actorEmail),
    requestId,
    action,
    subject: storable(subject),
    before: storableFields(before),
    after: storableFields(after),
  });
}

/**
 * Version token for optimistic locking. A mismatch means the record changed after the form was
 * loaded.
 */
export function versionToken(fields: AuditFields): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16);
}

/** Returns only the fields that differ, in the form that the log stores. */
export function changedFields(before: AuditFields, after: AuditFields): { before: AuditFields; after: AuditFields } {
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (fields: AuditFields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}

type Edit<R extends string> = {
  action: string;
  subject: string;
  /** Stored fields, read from a locked row, and their new values. */
  before: AuditFields;
  after: AuditFields;
  /** Version token from the loaded form. */
  version: string;
  /** Stores `after`, or returns the reason of a refusal. */
  store(): Promise<Result<null, R> | void>;
};

/**
 * Stores an edit and logs its difference. No-op if nothing changes. Refuses `changed_meanwhile`.
 */
export async function recordEdit<R extends string = never>(
  tx: Db,
  actor: Actor,
  { action, subject, before, after, version, store }: Edit<R>,
): Promise<Result<null, R | 'changed_meanwhile'>> {
  if (versionToken(before) !== version) return refuse('changed_meanwhile');
  if (versionToken(after) === version) return ok(null);
  const stored = await store();
  if (stored?.ok === false) return stored;
  await recordChange(tx, actor, { action, subject, ...changedFields(before, after) });
  return ok(null);
}

/** The log is immutable, so it identifies customers only by their account id. */
export const auditPersonalData: PersonalData = { columns: [auditEntries.actorEmail] };
