import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { versionToken } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { givenPicture, type ProductTransfer } from '#modules/content/content-import-export.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isStorable } from '#shared/clean-text.ts';

import {
  deleteImage,
  editedProduct,
  insertImage,
  listFiles,
  listImages,
  updateImage,
  updateProduct,
} from './edit-product.queries.server.ts';
import { editProduct, recordProductChange, type EditTarget, type FindLastSales } from './edit-product.server.ts';
import { maxFeatures, maxImages, maxLengths, maxPriceCents, maxSpecifications, productFields } from './edit-product.ts';
import { pictureUrl } from './product-images.server.ts';

const text = (max: number) =>
  z
    .string('Enter some text')
    .trim()
    .min(1, 'Enter some text')
    .max(max, `Use at most ${max} characters`)
    .refine(isStorable, 'This text contains a character that can’t be saved');
const line = text(maxLengths.line).regex(/^.*$/, 'Use one line');
const price = z.int('Enter whole cents').min(1, 'Enter a price above 0').max(maxPriceCents);

/** The product of a file: what the admin's form edits, and its pictures in order. */
const productFile = z
  .strictObject({
    name: text(maxLengths.name),
    description: text(maxLengths.description),
    priceCents: price,
    salePriceCents: price.nullable(),
    features: z.array(line).max(maxFeatures, `Use at most ${maxFeatures} features`),
    specifications: z
      .record(line.regex(/^[^:]*$/, 'Use no colon in a label'), line)
      .refine((all) => Object.keys(all).length <= maxSpecifications, `Use at most ${maxSpecifications} specifications`),
    isActive: z.boolean(),
    imageUrl: z.string().regex(/^\/(media|product-images)\/[\w-]+$/, 'Use an image from the shop or from this file'),
    pictures: z.array(givenPicture.extend({ alt: text(maxLengths.alt) })).max(maxImages),
  })
  .refine(({ priceCents, salePriceCents }) => salePriceCents === null || salePriceCents < priceCents, {
    path: ['salePriceCents'],
    message: 'A sale price must be below the price',
  })
  .refine(
    ({ imageUrl, pictures }) =>
      imageUrl.startsWith('/media/') || pictures.some(({ id }) => imageUrl === pictureUrl(id)),
    {
      path: ['imageUrl'],
      message: 'This image isn’t in the file',
    },
  );

type ProductFile = z.infer<typeof productFile>;

async function readProduct(db: Db): Promise<ProductFile | undefined> {
  const product = await editedProduct(db);
  if (product === null) return undefined;
  const images = await listImages(db, product.id);
  const pictures = await Promise.all(
    images.map(async ({ id, alt, width, height, widths }) => {
      const files = await listFiles(db, id);
      const encoded = files.map(({ name, kind, bytes }) => ({
        name,
        kind,
        base64: Buffer.from(bytes).toString('base64'),
      }));
      return { id, alt, width, height, widths, files: encoded };
    }),
  );
  return { ...productFields(product), imageUrl: product.imageUrl, pictures };
}

type Named = { id: string; alt: string };

const picturesOf = (imageUrl: string, pictures: readonly Named[]) => ({
  imageUrl,
  pictures: pictures.map(({ id, alt }) => ({ id, alt })),
});

type Target = EditTarget & { was: { imageUrl: string } };

/** Replaces the product's pictures by those of the file. */
async function replacePictures(tx: Db, target: Target, { imageUrl, pictures }: ProductFile): Promise<void> {
  const { productId, was } = target;
  const stored = await listImages(tx, productId);
  const before = picturesOf(was.imageUrl, stored);
  const after = picturesOf(imageUrl, pictures);
  if (isDeepStrictEqual(before, after)) return;
  for (const { id } of stored) if (!pictures.some((picture) => picture.id === id)) await deleteImage(tx, id);
  for (const [position, { files, ...picture }] of pictures.entries()) {
    if (stored.some(({ id }) => id === picture.id)) {
      await updateImage(tx, picture.id, { position, alt: picture.alt });
      continue;
    }
    const decoded = files.map(({ base64, ...file }) => ({
      ...file,
      bytes: new Uint8Array(Buffer.from(base64, 'base64')),
    }));
    await insertImage(tx, { ...picture, productId, position }, decoded);
  }
  await updateProduct(tx, productId, { imageUrl });
  await recordProductChange(tx, target, { action: 'product.images_import', before, after });
}

/**
 * Moves the product by `npm run content`: texts, prices and pictures. Stock, reviews and orders
 * stay. A struck-through price is what the shop itself charged, never one of the file.
 */
export function productTransfer(now: () => Date, lastSalesOf: FindLastSales): ProductTransfer {
  return {
    schema: productFile,
    read: readProduct,
    async store(tx: Db, actor: Actor, product: unknown) {
      const file = productFile.parse(product);
      const row = await editedProduct(tx);
      if (row === null) return 'This shop has no product';
      const target = { productId: row.id, actor };
      const version = versionToken(productFields(row));
      const edited = await editProduct({ db: tx, now }, target, {
        ...productFields(file),
        version,
        agreed: true,
        lastSalesOf,
      });
      if (!edited.ok) return 'The product changed during the import. Import the file again';
      await replacePictures(tx, { ...target, was: row }, file);
      return null;
    },
  };
}
