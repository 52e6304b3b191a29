import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import { insertTeamNote, listTags, listTeamNotes, updateTags, type SubjectKey } from './team-notes.queries.server.ts';
import { parseNote, parseTags, tagsText, type TeamNoteRefusal } from './team-notes.ts';

/** Record that the team writes about, and its name in the audit log. */
type TeamSubject = SubjectKey & { auditSubject: string };

/** Finds a record and locks it until the transaction ends. Null if it is gone. */
export type FindSubject = (tx: Db) => Promise<TeamSubject | null>;

type Done = Result<null, TeamNoteRefusal>;

/** Returns the notes and tags of a record. */
export async function findTeamNotes(db: Db, key: SubjectKey) {
  const [notes, tags] = await Promise.all([listTeamNotes(db, key), listTags(db, key)]);
  return { notes, tags };
}

export type TeamNotes = Awaited<ReturnType<typeof findTeamNotes>>;

function onSubject(ctx: Ctx, find: FindSubject, work: (tx: Db, subject: TeamSubject) => Promise<Done>): Promise<Done> {
  return inResultTransaction<Done>(ctx.db, async (tx) => {
    const subject = await find(tx);
    return subject === null ? refuse('gone') : work(tx, subject);
  });
}

/** `key` identifies the form, so that a form sent twice stores one note. */
type NewNote = { find: FindSubject; text: string; key: string };

/**
 * Stores a note about a record. The audit log does not have its text, because entries there cannot
 * be erased.
 */
export async function addTeamNote(ctx: Ctx, actor: Actor, { find, text, key }: NewNote): Promise<Done> {
  const read = parseNote(text);
  if (!read.ok) return read;
  return onSubject(ctx, find, async (tx, { kind, ids, auditSubject }) => {
    const id = isUuid(key) ? key : crypto.randomUUID();
    const by = { authorEmail: actor.email, createdAt: ctx.now() };
    const note = { id, subjectKind: kind, subjectId: ids[0], text: read.value, ...by };
    if (!(await insertTeamNote(tx, note))) return ok(null);
    const change = {
      action: `${kind}.note`,
      subject: auditSubject,
      before: null,
      after: { characters: read.value.length },
    };
    await recordChange(tx, actor, change);
    return ok(null);
  });
}

/** `seen` are the tags that the page showed. */
type NewTags = { find: FindSubject; typed: string; seen: string };

/**
 * Replaces the tags of a record. Refuses `changed_meanwhile` if they are not those that the writer
 * saw. The audit log has their number only, as for notes.
 */
export async function setTags(ctx: Ctx, actor: Actor, { find, typed, seen }: NewTags): Promise<Done> {
  const read = parseTags(typed);
  if (!read.ok) return read;
  const tags = read.value;
  return onSubject(ctx, find, async (tx, subject) => {
    const stored = await listTags(tx, subject);
    if (tagsText(stored) === tagsText(tags)) return ok(null);
    if (tagsText(stored) !== seen) return refuse('changed_meanwhile');
    await updateTags(tx, subject, tags);
    const change = { before: { tags: stored.length }, after: { tags: tags.length } };
    await recordChange(tx, actor, { action: `${subject.kind}.tags`, subject: subject.auditSubject, ...change });
    return ok(null);
  });
}
