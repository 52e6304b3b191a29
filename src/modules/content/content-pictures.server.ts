import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { drawLogo, type LogoUse } from '#platform/images/drawn-logo.server.ts';
import { renderResponsivePicture } from '#platform/images/responsive-picture.server.ts';
import type { PhotoProblem } from '#shared/photo.ts';
import { ok, type Result } from '#shared/result.ts';

import {
  deletePictures,
  findPictureFile,
  insertPicture,
  listUnusedPictures,
  listUsedPictures,
} from './content-pictures.queries.server.ts';
import { listUses, placesOf } from './picture-uses.server.ts';

/** Address of an uploaded picture without width and file extension. */
export const pictureSource = (id: string) => `/content-pictures/${id}`;

type StoredPicture = { src: string; width: number; height: number; widths: number[]; tone: 'dark' | undefined };

/**
 * Re-encodes a picture in every width and stores it. No document shows it until one names it.
 * Refuses a file that is no picture, or too large.
 */
export async function storePicture(ctx: Ctx, bytes: Uint8Array): Promise<Result<StoredPicture, PhotoProblem>> {
  const drawn = await renderResponsivePicture(bytes);
  if (!drawn.ok) return drawn;
  const { files, tone, ...size } = drawn.value;
  const id = await inTransaction(ctx.db, (tx) => insertPicture(tx, size, files));
  return ok({ src: pictureSource(id), ...size, tone });
}

type StoredLogo = { src: string; width: number; height: number };

/**
 * Redraws a logo or icon as one PNG and stores it. `src` is the address of the file. Refuses a file
 * that is no picture, or too large.
 */
export async function storeLogo(ctx: Ctx, bytes: Uint8Array, use: LogoUse): Promise<Result<StoredLogo, PhotoProblem>> {
  const drawn = await drawLogo(bytes, use);
  if (!drawn.ok) return drawn;
  const { file, width, height } = drawn.value;
  const id = await inTransaction(ctx.db, (tx) => insertPicture(tx, { width, height, widths: [width] }, [file]));
  return ok({ src: `${pictureSource(id)}-${file.name}`, width, height });
}

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,4}\.(?:avif|webp|jpg|png))$/;

/** Returns the file named like '{id}-800.avif', or null. */
export async function contentPictureFile(db: Db, name: string) {
  const [, id, size] = fileName.exec(name) ?? [];
  return id === undefined || size === undefined ? null : findPictureFile(db, id, size);
}

/** Min age of an unused picture, in ms. A younger one may be of a draft that is not saved yet. */
const unusedAfterMs = 24 * 60 * 60 * 1_000;

type Picture = Awaited<ReturnType<typeof listUnusedPictures>>[number];

const withAddress = ({ file, ...picture }: Picture) => ({ ...picture, src: `${pictureSource(picture.id)}-${file}` });

/** Returns the pictures of at least a day that no draft, page or version shows, oldest first. */
export async function unusedPictures({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  return (await listUnusedPictures(db, new Date(now().getTime() - unusedAfterMs))).map(withAddress);
}

/** Max used pictures that the page lists. */
const shownPictures = 200;

/** Returns the newest pictures in use, with their places. One of an earlier version has none. */
export async function usedPictures({ db }: Pick<Ctx, 'db'>) {
  const uses = await listUses(db);
  const pictures = await listUsedPictures(db, shownPictures);
  return pictures.map((picture) => ({ ...withAddress(picture), uses: uses.get(picture.id) ?? [] }));
}

/** Deleted pictures by their number, and the places of those that stay because they are used. */
export type PicturesDeleted = { deleted: number; stayed: { id: string; places: string[] }[] };

/** Deletes those of the pictures that nothing shows. */
export function deleteUnusedPictures(
  { db }: Pick<Ctx, 'db'>,
  actor: Actor,
  ids: readonly string[],
): Promise<PicturesDeleted> {
  return inTransaction(db, async (tx) => {
    const deleted = await deletePictures(tx, ids);
    if (deleted.length > 0) {
      const change = { action: 'content.pictures_delete', subject: 'content:pictures' };
      await recordChange(tx, actor, { ...change, before: { pictures: deleted }, after: null });
    }
    const stayed = [];
    for (const id of ids.filter((one) => !deleted.includes(one))) {
      const places = await placesOf(tx, id);
      if (places.length > 0) stayed.push({ id, places });
    }
    return { deleted: deleted.length, stayed };
  });
}
