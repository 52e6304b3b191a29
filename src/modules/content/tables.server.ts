import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Body of a document as its editor sent it. */
export type DocumentBody = Record<string, unknown>;

/** Texts and pictures that the owner has edited. A document without a row has the shop's default. */
export const contentDocuments = pgTable('content_documents', {
  key: text('key').primaryKey(),
  /** Null when nothing is changed since the last publication. */
  draft: jsonb('draft').$type<DocumentBody>(),
  /** Counts saves and publications; a save must name the one that it began with. */
  revision: integer('revision').notNull().default(0),
  draftBy: text('draft_by'),
  draftAt: at('draft_at'),
  /** Null while pages show the default. */
  published: jsonb('published').$type<DocumentBody>(),
  /** Time at which the draft is to be published, else null. */
  publishAt: at('publish_at'),
});

/** Every publication of a document, never changed. */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    /** Null for a return to the default. */
    body: jsonb('body').$type<DocumentBody>(),
    publishedAt: at('published_at').notNull(),
    publishedBy: text('published_by').notNull(),
  },
  (table) => [index('content_versions_key').on(table.key, table.id)],
);
