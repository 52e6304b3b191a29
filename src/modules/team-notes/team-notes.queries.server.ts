import { and, desc, eq, inArray, not, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

import { deleteInBatches, type BatchResult } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { hasRow, rowsOf } from '#platform/db/rows.server.ts';

import { teamNotes, teamTags } from './tables.server.ts';
import type { SubjectKind } from './team-notes.ts';

/** Record of a kind, by the ids under which notes about it are stored. The first is written. */
export type SubjectKey = { kind: SubjectKind; ids: readonly [string, ...string[]] };

type Subjects = { kind: SubjectKind; ids: readonly string[] };

/** Max notes about a record that its page shows. */
const notesShown = 100;

const isAbout = (table: typeof teamNotes | typeof teamTags, { kind, ids }: Subjects) =>
  and(eq(table.subjectKind, kind), inArray(table.subjectId, [...ids]));

/** Lists the newest notes about a record, oldest first. */
export async function listTeamNotes(db: Db, key: SubjectKey) {
  const { id, text, authorEmail, createdAt } = teamNotes;
  const newest = await db
    .select({ id, text, authorEmail, createdAt })
    .from(teamNotes)
    .where(isAbout(teamNotes, key))
    .orderBy(desc(createdAt), desc(id))
    .limit(notesShown);
  return newest.toReversed();
}

/** Returns the tags of a record, in alphabetical order. */
export async function listTags(db: Db, key: SubjectKey): Promise<string[]> {
  const rows = await db.selectDistinct({ tag: teamTags.tag }).from(teamTags).where(isAbout(teamTags, key));
  return rows.map(({ tag }) => tag).toSorted();
}

/** Inserts a note. False if one with the same id was stored before. */
export const insertTeamNote = (tx: Db, note: typeof teamNotes.$inferInsert): Promise<boolean> =>
  hasRow(tx.insert(teamNotes).values(note).onConflictDoNothing().returning({ id: teamNotes.id }));

/** Replaces the tags of a record. */
export async function updateTags(tx: Db, { kind, ids }: SubjectKey, tags: readonly string[]): Promise<void> {
  await tx.delete(teamTags).where(isAbout(teamTags, { kind, ids }));
  if (tags.length === 0) return;
  await tx.insert(teamTags).values(tags.map((tag) => ({ subjectKind: kind, subjectId: ids[0], tag })));
}

/** Erases everything that the team wrote about records. */
export async function eraseTeamNotes(tx: Db, subjects: Subjects): Promise<void> {
  await tx.delete(teamNotes).where(isAbout(teamNotes, subjects));
  await tx.delete(teamTags).where(isAbout(teamTags, subjects));
}

/** Gives what the team wrote about a record to another id of it. */
export async function reassignTeamNotes(tx: Db, kind: SubjectKind, { from, to }: Record<'from' | 'to', string>) {
  const old = { kind, ids: [from] as const };
  const tags = (await listTags(tx, old)).map((tag) => ({ subjectKind: kind, subjectId: to, tag }));
  await tx.update(teamNotes).set({ subjectId: to }).where(isAbout(teamNotes, old));
  await tx.delete(teamTags).where(isAbout(teamTags, old));
  if (tags.length > 0) await tx.insert(teamTags).values(tags).onConflictDoNothing();
}

/**
 * Erases notes and tags whose record is gone, for example of an email address that nobody has any
 * more. `isKnown` is a condition for the id of a record.
 */
export async function eraseOrphanedNotes(
  db: Db,
  kind: SubjectKind,
  isKnown: (id: SQLWrapper) => SQL,
): Promise<BatchResult> {
  const isOrphan = (table: typeof teamNotes | typeof teamTags) =>
    and(eq(table.subjectKind, kind), not(isKnown(table.subjectId)));
  const notes = await deleteInBatches(db, teamNotes, isOrphan(teamNotes));
  const tags = await deleteInBatches(db, teamTags, isOrphan(teamTags));
  return { rowCount: notes.rowCount + tags.rowCount, isComplete: notes.isComplete && tags.isComplete };
}

/** Max tags among which a list can be filtered. */
const usedTagsMax = 100;

/** Lists the tags that records of a kind have. Reads one row of each tag, however many have it. */
export async function listUsedTags(db: Db, kind: SubjectKind): Promise<string[]> {
  const next = (after: SQL) => sql`(select ${teamTags.tag} from ${teamTags}
    where ${teamTags.subjectKind} = ${kind} and ${after} order by ${teamTags.tag} limit 1)`;
  const rows = await rowsOf<{ tag: string }>(
    db,
    sql`with recursive used(tag) as (
      ${next(sql`true`)}
      union all
      select ${next(sql`${teamTags.tag} > used.tag`)} from used where used.tag is not null
    )
    select tag from used where tag is not null limit ${usedTagsMax}`,
  );
  return rows.map(({ tag }) => tag);
}

/** Column with the tags of a listed record, by the ids of its notes. */
export const tagsColumn = (kind: SubjectKind, ids: readonly SQLWrapper[]): SQL<string[]> =>
  sql`array(select distinct t.tag from team_tags t
    where t.subject_kind = ${kind} and t.subject_id in (${sql.join([...ids], sql`, `)}) order by 1)`;

/** Array of the ids of all records with a tag, to compare a column with. It is read once. */
export const idsWithTag = (kind: SubjectKind, tag: string): SQL =>
  sql`array(select ${teamTags.subjectId} from ${teamTags} where ${and(eq(teamTags.subjectKind, kind), eq(teamTags.tag, tag))})`;
