import { bigserial, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { timestamptz, bytea, createdAt, parentReference } from '#platform/db/columns.server.ts';

/** Body of a document as its editor sent it. */
export type DocumentBody = Record<string, unknown>;

/** Edited texts and pictures. A document without a row has the shop's default. */
export const contentDocuments = pgTable('content_documents', {
  key: text('key').primaryKey(),
  /** Null when nothing is changed since the last publication. */
  draft: jsonb('draft').$type<DocumentBody>(),
  /** Counts saves and publications; a save must name the one that it began with. */
  revision: integer('revision').notNull().default(0),
  draftBy: text('draft_by'),
  draftAt: timestamptz('draft_at'),
  /** Null while pages show the default. */
  published: jsonb('published').$type<DocumentBody>(),
  /** Time at which the draft is to be published, else null. */
  publishAt: timestamptz('publish_at'),
});

/** Every publication of a document, never changed. */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    key: text('key').notNull(),
    /** Null for a return to the default. */
    body: jsonb('body').$type<DocumentBody>(),
    publishedAt: timestamptz('published_at').notNull(),
    publishedBy: text('published_by').notNull(),
  },
  (table) => [index('content_versions_key').on(table.key, table.id)],
);

/** Uploaded pictures of documents. Their alternative text is in the document. */
export const contentPictures = pgTable('content_pictures', {
  id: uuid('id').primaryKey().defaultRandom(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: jsonb('widths').$type<number[]>().notNull(),
  createdAt: createdAt(),
});

/** Encoded files of a picture, named by width and format: `800.avif`. */
export const contentPictureFiles = pgTable(
  'content_picture_files',
  {
    pictureId: parentReference('picture_id', () => contentPictures.id),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pictureId, table.name] })],
);
