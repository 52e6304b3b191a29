import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { renderResponsivePicture } from '#platform/images/responsive-picture.server.ts';
import type { PhotoProblem } from '#shared/photo.ts';
import { ok, type Result } from '#shared/result.ts';

import { findPictureFile, insertPicture } from './content-pictures.queries.server.ts';

export { deleteUnusedPictures, listUnusedPictures } from './content-pictures.queries.server.ts';

/** Address of an uploaded picture without width and file extension. */
export const pictureSource = (id: string) => `/content-pictures/${id}`;

type StoredPicture = { src: string; width: number; height: number; widths: number[] };

/**
 * Re-encodes a picture in every width and stores it. No document shows it until one names it.
 * Refuses a file that is no picture, or too large.
 */
export async function storePicture(ctx: Ctx, bytes: Uint8Array): Promise<Result<StoredPicture, PhotoProblem>> {
  const drawn = await renderResponsivePicture(bytes);
  if (!drawn.ok) return drawn;
  const { files, ...size } = drawn.value;
  const id = await inTransaction(ctx.db, (tx) => insertPicture(tx, size, files));
  return ok({ src: pictureSource(id), ...size });
}

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,4}\.(?:avif|webp|jpg))$/;

/** Returns the file named like '{id}-800.avif', or null. */
export async function contentPictureFile(db: Db, name: string) {
  const [, id, size] = fileName.exec(name) ?? [];
  return id === undefined || size === undefined ? null : findPictureFile(db, id, size);
}
