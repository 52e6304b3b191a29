import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { drawPicture } from '#platform/images/draw-picture.server.ts';
import type { PhotoProblem } from '#shared/photo.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { pictureWidths, maxImages } from './edit-product.ts';
import type { EditRefusal } from './edit-product.schema.ts';
import {
  deleteImage,
  findFile,
  findLocked,
  insertImage,
  listImages,
  updateImage,
  updateProduct,
} from './edit-product.queries.server.ts';
import { recordProductChange, type EditTarget } from './edit-product.server.ts';

/** URL of an uploaded picture, up to the hyphen of `-800.jpg`. */
const pictureUrl = (id: string) => `/product-images/${id}`;

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
  const drawn = await renderPicture(bytes);
  if (!drawn.ok) return drawn;
  const { files, ...size } = drawn.value;
  return decide<Result<string, EditRefusal>>(ctx.db, async (tx) => {
    if ((await findLocked(tx, productId)) === null) return refuse('gone');
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
  return decide<Result<null, EditRefusal>>(ctx.db, async (tx) => {
    const row = await findLocked(tx, productId);
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
  return decide<Result<null, EditRefusal>>(ctx.db, async (tx) => {
    const row = await findLocked(tx, productId);
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

type PictureFile = { name: string; kind: string; bytes: Uint8Array };
type PictureFiles = { width: number; height: number; widths: number[]; files: PictureFile[] };

/**
 * Renders a picture in every width and format that pages request. The output is upright and has no
 * camera metadata or trailing data.
 */
function renderPicture(bytes: Uint8Array): Promise<Result<PictureFiles, PhotoProblem>> {
  return drawPicture(bytes, async (source, sharp): Promise<PictureFiles> => {
    const upright = await source
      .resize({ width: 1_600, height: 2_400, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = upright.info;
    const widths = pictureWidths(width);
    const files: PictureFile[] = [];
    for (const one of widths) {
      const scaled = () => sharp(upright.data).resize({ width: one });
      const drawn: [string, string, Buffer][] = [
        ['avif', 'image/avif', await scaled().avif({ quality: 55, effort: 2 }).toBuffer()],
        ['webp', 'image/webp', await scaled().webp({ quality: 80 }).toBuffer()],
        ['jpg', 'image/jpeg', await scaled().flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()],
      ];
      for (const [ending, kind, data] of drawn) {
        files.push({ name: `${one}.${ending}`, kind, bytes: new Uint8Array(data) });
      }
    }
    return { width, height, widths, files };
  });
}
