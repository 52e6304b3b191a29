import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { createdAt } from '#platform/db/columns.server.ts';

import type { SubjectKind } from './team-notes.ts';

const subjectKind = () => text('subject_kind').$type<SubjectKind>().notNull();

/** Id of an order or of an account, or the email of a guest. */
const subjectId = () => text('subject_id').notNull();

/** Notes of the team about an order or a customer. The customer never sees them. */
export const teamNotes = pgTable(
  'team_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subjectKind: subjectKind(),
    subjectId: subjectId(),
    text: text('text').notNull(),
    authorEmail: text('author_email').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('team_notes_subject').on(table.subjectKind, table.subjectId, table.createdAt)],
);

/** Tags of an order or a customer: words in lower case. */
export const teamTags = pgTable(
  'team_tags',
  { subjectKind: subjectKind(), subjectId: subjectId(), tag: text('tag').notNull() },
  (table) => [
    primaryKey({ columns: [table.subjectKind, table.subjectId, table.tag] }),
    index('team_tags_by_tag').on(table.subjectKind, table.tag, table.subjectId),
  ],
);
