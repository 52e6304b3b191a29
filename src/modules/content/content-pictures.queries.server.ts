import { and, asc, desc, eq, inArray, lt, not, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow, insertedRow } from '#platform/db/rows.server.ts';

import { contentDocuments, contentPictureFiles, contentPictures, contentVersions } from './tables.server.ts';

type NewPicture = { width: number; height: number; widths: number[] };
type File = { name: string; kind: string; bytes: Uint8Array };

/** Stores a picture with its files and returns its id. */
export async function insertPicture(tx: Db, picture: NewPicture, files: readonly File[]): Promise<string> {
  const { id } = await insertedRow(tx.insert(contentPictures).values(picture).returning({ id: contentPictures.id }));
  await tx.insert(contentPictureFiles).values(files.map((file) => ({ pictureId: id, ...file })));
  return id;
}

export function findPictureFile(db: Db, pictureId: string, name: string) {
  const isFile = and(eq(contentPictureFiles.pictureId, pictureId), eq(contentPictureFiles.name, name));
  return firstRow(db.select().from(contentPictureFiles).where(isFile));
}

/** True for a picture that no draft, published document or version names. */
const isUnused = sql`(not exists (
    select from ${contentDocuments}
    where position(${contentPictures.id}::text in coalesce(${contentDocuments.draft}::text, '')) > 0
      or position(${contentPictures.id}::text in coalesce(${contentDocuments.published}::text, '')) > 0)
  and not exists (
    select from ${contentVersions}
    where position(${contentPictures.id}::text in coalesce(${contentVersions.body}::text, '')) > 0))`;

/** SQL: name of the smallest file of a picture that every browser shows. A logo has one PNG. */
const smallestFile = sql<string>`(
  select ${contentPictureFiles.name} from ${contentPictureFiles}
  where ${contentPictureFiles.pictureId} = ${contentPictures.id} and ${contentPictureFiles.name} ~ '\\.(jpg|png)$'
  order by length(${contentPictureFiles.name}), ${contentPictureFiles.name} limit 1)`;

const shownPicture = {
  id: contentPictures.id,
  width: contentPictures.width,
  height: contentPictures.height,
  createdAt: contentPictures.createdAt,
  file: smallestFile,
};

/** Returns the newest pictures that something names. */
export function listUsedPictures(db: Db, limit: number) {
  return db
    .select(shownPicture)
    .from(contentPictures)
    .where(not(isUnused))
    .orderBy(desc(contentPictures.createdAt))
    .limit(limit);
}

/** Returns the documents of which a version names a picture. */
export async function listVersionKeysNaming(db: Db, id: string): Promise<string[]> {
  const isNamed = sql`position(${id} in coalesce(${contentVersions.body}::text, '')) > 0`;
  const rows = await db.selectDistinct({ key: contentVersions.key }).from(contentVersions).where(isNamed);
  return rows.map(({ key }) => key);
}

/** Returns pictures uploaded before a time that nothing names, oldest first. */
export function listUnusedPictures(db: Db, before: Date) {
  const { createdAt } = contentPictures;
  return db
    .select(shownPicture)
    .from(contentPictures)
    .where(and(isUnused, lt(createdAt, before)))
    .orderBy(asc(createdAt));
}

/** Deletes those of the pictures that nothing names, and returns their ids. */
export async function deletePictures(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { id } = contentPictures;
  const deleted = await tx
    .delete(contentPictures)
    .where(and(inArray(id, [...ids]), isUnused))
    .returning({ id });
  return deleted.map((row) => row.id);
}

type GivenPicture = NewPicture & { id: string; files: { name: string; kind: string; base64: string }[] };

/** Returns the pictures whose id stands in a text, with their files. */
export async function listPicturesNamed(db: Db, text: string): Promise<GivenPicture[]> {
  const isNamed = sql`position(${contentPictures.id}::text in ${text}) > 0`;
  const pictures = await db.select().from(contentPictures).where(isNamed).orderBy(asc(contentPictures.createdAt));
  return Promise.all(
    pictures.map(async ({ id, width, height, widths }) => {
      const files = await db.select().from(contentPictureFiles).where(eq(contentPictureFiles.pictureId, id));
      const encoded = files.map(({ name, kind, bytes }) => ({
        name,
        kind,
        base64: Buffer.from(bytes).toString('base64'),
      }));
      return { id, width, height, widths, files: encoded };
    }),
  );
}

/** Stores a picture of another shop under its own id, unless it is stored already. */
export async function insertGivenPicture(tx: Db, { files, ...picture }: GivenPicture): Promise<void> {
  await tx.insert(contentPictures).values(picture).onConflictDoNothing();
  const rows = files.map(({ name, kind, base64 }) => {
    return { pictureId: picture.id, name, kind, bytes: new Uint8Array(Buffer.from(base64, 'base64')) };
  });
  await tx.insert(contentPictureFiles).values(rows).onConflictDoNothing();
}
