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
} from './content-pictures.queries.server.ts';

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

/** Returns the pictures of at least a day that no draft, page or version shows, oldest first. */
export const unusedPictures = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  listUnusedPictures(db, new Date(now().getTime() - unusedAfterMs));

/** Deletes those of the pictures that nothing shows, and returns how many. */
export function deleteUnusedPictures({ db }: Pick<Ctx, 'db'>, actor: Actor, ids: readonly string[]): Promise<number> {
  return inTransaction(db, async (tx) => {
    const deleted = await deletePictures(tx, ids);
    if (deleted.length > 0) {
      const change = { action: 'content.pictures_delete', subject: 'content:pictures' };
      await recordChange(tx, actor, { ...change, before: { pictures: deleted }, after: null });
    }
    return deleted.length;
  });
}
