import { and, desc, eq, isNotNull, lte, sql, type SQL } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import { contentDocuments, contentVersions, type DocumentBody } from './tables.server.ts';

export type DocumentRow = typeof contentDocuments.$inferSelect;
export type VersionRow = typeof contentVersions.$inferSelect;

/** Returns every edited document, in the order of `listRevisions`. */
export function listDocuments(db: Db): Promise<DocumentRow[]> {
  return db.select().from(contentDocuments).orderBy(contentDocuments.key);
}

/** Returns the revision of every edited document, in a fixed order. */
export function listRevisions(db: Db): Promise<Pick<DocumentRow, 'key' | 'revision'>[]> {
  const { key, revision } = contentDocuments;
  return db.select({ key, revision }).from(contentDocuments).orderBy(key);
}

export function findDocument(db: Db, key: string): Promise<DocumentRow | null> {
  return firstRow(db.select().from(contentDocuments).where(eq(contentDocuments.key, key)));
}

/** Returns a document, created if missing, and locked until the transaction ends. */
export async function lockDocument(tx: Db, key: string): Promise<DocumentRow> {
  await tx.insert(contentDocuments).values({ key }).onConflictDoNothing();
  const [row] = await tx.select().from(contentDocuments).where(eq(contentDocuments.key, key)).for('update');
  if (row === undefined) throw new Error(`the document ${key} vanished`);
  return row;
}

export async function updateDocument(tx: Db, key: string, change: Partial<DocumentRow>): Promise<void> {
  await tx.update(contentDocuments).set(change).where(eq(contentDocuments.key, key));
}

type NewVersion = { key: string; body: DocumentBody | null; publishedAt: Date; publishedBy: string };

export async function insertVersion(tx: Db, version: NewVersion): Promise<void> {
  await tx.insert(contentVersions).values(version);
}

/** Newest first. */
export function listVersions(db: Db, key: string, limit: number): Promise<VersionRow[]> {
  const { id } = contentVersions;
  return db.select().from(contentVersions).where(eq(contentVersions.key, key)).orderBy(desc(id)).limit(limit);
}

export function findVersion(db: Db, key: string, id: number): Promise<VersionRow | null> {
  const matches = and(eq(contentVersions.key, key), eq(contentVersions.id, id));
  return firstRow(db.select().from(contentVersions).where(matches));
}

/** Returns the addresses of all posts that any version of the blog ever had. */
export async function listPublishedSlugs(db: Db): Promise<string[]> {
  const slug = sql<string>`jsonb_array_elements(${contentVersions.body} -> 'posts') ->> 'slug'`;
  const isBlog = and(eq(contentVersions.key, 'blog'), isNotNull(contentVersions.body));
  const rows = await db.selectDistinct({ slug }).from(contentVersions).where(isBlog);
  return rows.map((row) => row.slug);
}

/** Returns what order numbers began with in any version of the shop's facts. */
export async function listPublishedOrderPrefixes(db: Db): Promise<string[]> {
  const prefix = sql<string>`${contentVersions.body} ->> 'orderPrefix'`;
  const isStored = and(eq(contentVersions.key, 'site'), isNotNull(prefix));
  const rows = await db.selectDistinct({ prefix }).from(contentVersions).where(isStored);
  return rows.map((row) => row.prefix);
}

/** Returns the keys of drafts whose time of publication has come. */
export async function listDueKeys(db: Db, now: Date): Promise<string[]> {
  const { key, draft, publishAt } = contentDocuments;
  const rows = await db
    .select({ key })
    .from(contentDocuments)
    .where(and(isNotNull(draft), lte(publishAt, now)));
  return rows.map((row) => row.key);
}

/** True when a scheduled publication is due. */
export const isPublicationDue: SQL = sql`exists (select from ${contentDocuments} where ${contentDocuments.publishAt} <= now())`;
