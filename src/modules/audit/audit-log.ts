import { isUuid } from '#shared/uuid.ts';

/** Audited fields of a record before or after a change. */
export type AuditFields = Record<string, unknown>;

/** Person who makes a change, and the id of the request. */
export type Actor = { id: string | null; email: string; requestId: string };

/**
 * One change. `action` is a verb on a noun (`order.status`); `subject` identifies one record
 * (`order:HR-7K3QX9M2`).
 */
export type Change = { action: string; subject: string; before: AuditFields | null; after: AuditFields | null };

/** Returns the kind and the id of the record that a subject identifies. */
export function subjectParts(subject: string): { kind: string; id: string } {
  const [kind = '', ...rest] = subject.split(':');
  return { kind, id: rest.join(':') };
}

/** Returns the id of the person in a subject. Null for any other subject. */
export function personIn(subject: string): string | null {
  const { kind, id } = subjectParts(subject);
  return (kind === 'user' || kind === 'customer') && isUuid(id) ? id : null;
}

/** Message for an edit whose version token does not match the stored record. */
export const editConflictMessage =
  'Someone else changed this after you opened it. Nothing was saved. Review the current values, then save again.';
