import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { renderResponsivePicture } from '#platform/images/responsive-picture.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { maxImages } from './edit-product.ts';
import type { EditRefusal } from './edit-product.schema.ts';
import {
  deleteImage,
  findFile,
  lockProduct,
  insertImage,
  listImages,
  updateImage,
  updateProduct,
} from './edit-product.queries.server.ts';
import { recordProductChange, type EditTarget } from './edit-product.server.ts';

/** URL of an uploaded picture, up to the hyphen of `-800.jpg`. */
export const pictureUrl = (id: string) => `/product-images/${id}`;

/**
 * Re-encodes a picture, appends it to the product and returns its id. Refuses an unreadable file
 * and `too_many_images`.
 */
export async function addImage(
  ctx: Ctx,
  target: EditTarget,
  { bytes, alt }: { bytes: Uint8Array; alt: string },
): Promise<Result<string, EditRefusal>> {
  const { productId } = target;
  const drawn = await renderResponsivePicture(bytes);
  if (!drawn.ok) return drawn;
  const { files, ...size } = drawn.value;
  return inResultTransaction<Result<string, EditRefusal>>(ctx.db, async (tx) => {
    if ((await lockProduct(tx, productId)) === null) return refuse('gone');
    const images = await listImages(tx, productId);
    if (images.length >= maxImages) return refuse('too_many_images');
    const position = Math.max(0, ...images.map((image) => image.position)) + 1;
    const id = await insertImage(tx, { productId, position, alt, ...size }, files);
    await recordProductChange(tx, target, { action: 'product.image_add', before: null, after: { id, alt } });
    return ok(id);
  });
}

/** Makes a picture the main one, shown in the cart and in emails. */
export function chooseMainImage(ctx: Ctx, target: EditTarget, imageId: string): Promise<Result<null, EditRefusal>> {
  const { productId } = target;
  return inResultTransaction<Result<null, EditRefusal>>(ctx.db, async (tx) => {
    const row = await lockProduct(tx, productId);
    const images = await listImages(tx, productId);
    const chosen = images.find(({ id }) => id === imageId);
    if (row === null || chosen === undefined) return refuse('no_image');
    const imageUrl = pictureUrl(imageId);
    const first = Math.min(...images.map(({ position }) => position));
    await updateProduct(tx, productId, { imageUrl });
    await updateImage(tx, imageId, { position: first - 1 });
    const before = { imageUrl: row.imageUrl };
    await recordProductChange(tx, target, { action: 'product.image_main', before, after: { imageUrl } });
    return ok(null);
  });
}

/** Removes a picture. Refuses `main_image`, because the cart and emails always need one. */
export function removeImage(ctx: Ctx, target: EditTarget, imageId: string): Promise<Result<null, EditRefusal>> {
  const { productId } = target;
  return inResultTransaction<Result<null, EditRefusal>>(ctx.db, async (tx) => {
    const row = await lockProduct(tx, productId);
    const image = (await listImages(tx, productId)).find(({ id }) => id === imageId);
    if (row === null || image === undefined) return refuse('no_image');
    if (row.imageUrl === pictureUrl(imageId)) return refuse('main_image');
    await deleteImage(tx, imageId);
    await recordProductChange(tx, target, {
      action: 'product.image_remove',
      before: { id: imageId, alt: image.alt },
      after: null,
    });
    return ok(null);
  });
}

/** Returns the uploaded pictures of a product in order, as gallery items. */
export async function productPictures(db: Db, productId: string) {
  const images = await listImages(db, productId);
  return images.map(({ id, alt, width, height, widths }) => {
    return { kind: 'picture' as const, src: pictureUrl(id), alt, width, height, widths, thumb: 480 };
  });
}

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,4}\.(?:avif|webp|jpg))$/;

/** Returns the file named like '{id}-800.avif', or null. */
export async function pictureFile(db: Db, name: string) {
  const [, id, size] = fileName.exec(name) ?? [];
  return id === undefined || size === undefined ? null : findFile(db, id, size);
}
