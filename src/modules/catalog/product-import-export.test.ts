import sharp from 'sharp';
import { expect, test as baseTest } from 'vitest';

import { publishedContent } from '#modules/content/content.server.ts';
import type { Documents } from '#modules/content/documents.server.ts';
import { exportContent, importContent } from '#modules/content/content-import-export.server.ts';
import { lastSalesOf } from '#modules/orders/sales.queries.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { shopFixture, type TestShop } from '../../../tests/support/shop-test.ts';
import { givenProduct } from '../../../tests/support/shop-visitor.ts';
import { productView } from './edit-product.server.ts';
import { editedProduct } from './edit-product.queries.server.ts';
import { addImage, chooseMainImage, pictureFile, productPictures } from './product-images.server.ts';
import { productTransfer } from './product-import-export.server.ts';

const transfer = productTransfer(() => new Date(), lastSalesOf);
const actor = { id: null, email: 'ada@shop.example', requestId: 'test' };

const test = baseTest
  .extend(
    'from',
    { scope: 'file' },
    shopFixture({
      prepare: async (from) => {
        const productId = await givenProduct(from, {
          name: 'Jade Stone',
          features: ['Cool'],
          specifications: { Weight: '90 g: one stone' },
          priceCents: 4_000,
          salePriceCents: 2_400,
          referencePriceCents: 4_000,
        });
        const main = await addPicture(from, productId, 'The stone');
        await addPicture(from, productId, 'Its cloth');
        await chooseMainImage(from.ctx, { productId, actor }, main);
      },
    }),
  )
  .extend('to', { scope: 'file' }, shopFixture())
  .extend('toProduct', { scope: 'file', auto: true }, ({ to }) => givenProduct(to, { onHand: 5 }))
  .extend('file', { scope: 'file' }, ({ from }) => exportContent(from.ctx.db, transfer));

async function addPicture(shop: TestShop, productId: string, alt: string): Promise<string> {
  const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#2f6f5e' } })
    .jpeg()
    .toBuffer();
  const added = await addImage(shop.ctx, { productId, actor }, { bytes: new Uint8Array(photo), alt });
  if (!added.ok) throw new Error(added.reason);
  return added.value;
}

const importInto = (shop: TestShop, input: unknown) =>
  importContent({ ...shop.ctx, product: transfer }, actor, Buffer.from(JSON.stringify(input)));

/** Copy of the file with other fields of its product. */
const changed = (file: Awaited<ReturnType<typeof exportContent>>, fields: object) => ({
  ...file,
  product: { ...(file.product as object), ...fields },
});

test.for([
  ['an empty name', { name: ' ' }, 'product.name: Enter some text'],
  [
    'a NUL character',
    { description: 'A\0' },
    'product.description: This text contains a character that can’t be saved',
  ],
  ['a sale price above the price', { salePriceCents: 5_000 }, 'product.salePriceCents: A sale price must be below'],
  ['a feature of two lines', { features: ['One\nTwo'] }, 'product.features.0: Use one line'],
  ['an unknown field', { onHand: 3 }, 'product: Unrecognized key: "onHand"'],
  ['no pictures of its own', { pictures: [] }, 'product.imageUrl: This image isn’t in the file'],
] as const)(
  'a product with %s is refused with its place, and no text of the file is published',
  async ([_what, fields, place], { to, file }) => {
    const site = { ...(file.documents.site as Documents['site']), name: 'Calmstone' };
    const input = { ...changed(file, fields), documents: { ...file.documents, site } };
    await expect(importInto(to, input)).rejects.toThrow(place);
    expect((await publishedContent(to.ctx)).site.name).not.toBe('Calmstone');
    expect((await editedProduct(to.ctx.db))?.name).toBe('Wand');
  },
);

test('a file names the problems of its product and of its texts at once', async ({ to, file }) => {
  const input = { ...changed(file, { name: '' }), documents: { site: {}, blogs: {} } };
  await expect(importInto(to, input)).rejects.toThrow(/^product\.name: .*\n.*blogs: /s);
});

test('a file without a product, from an earlier version, leaves the product as it is', async ({ to, file }) => {
  const { product: _product, ...earlier } = file;
  expect((await importInto(to, earlier)).hasProduct).toBe(false);
  expect((await editedProduct(to.ctx.db))?.name).toBe('Wand');
});

test('the product moves with its prices and pictures, while stock and proven price are those of the shop', async ({
  to,
  file,
  toProduct,
}) => {
  expect((await importInto(to, file)).hasProduct).toBe(true);
  const view = await productView(to.ctx.db, new Date(), lastSalesOf);
  expect(view?.product).toMatchObject({
    id: toProduct,
    name: 'Jade Stone',
    features: ['Cool'],
    specifications: { Weight: '90 g: one stone' },
    priceCents: 4_000,
    salePriceCents: 2_400,
    onHand: 5,
  });
  // This shop never charged 40 dollars.
  expect(view?.product.referencePriceCents).not.toBe(4_000);
  const pictures = await productPictures(to.ctx.db, toProduct);
  expect(pictures.map(({ alt }) => alt)).toEqual(['The stone', 'Its cloth']);
  expect(view?.product.imageUrl).toBe(pictures[0]?.src);
  const name = `${pictures[1]?.src.split('/').at(-1)}-480.avif`;
  expect((await pictureFile(to.ctx.db, name))?.bytes.length).toBeGreaterThan(100);
  const actions = (await changesOf(to.ctx.db, { subject: `product:${toProduct}` })).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(['product.edit', 'product.images_import']);
});

test('a file imported twice changes the product once, and a shorter one removes pictures', async ({
  to,
  file,
  toProduct,
}) => {
  await importInto(to, file);
  expect(await changesOf(to.ctx.db, { subject: `product:${toProduct}` })).toHaveLength(2);
  const pictures = (file.product as { pictures: { alt: string }[] }).pictures.slice(0, 1);
  await importInto(
    to,
    changed(file, { pictures: pictures.map((picture) => ({ ...picture, alt: 'The green stone' })) }),
  );
  const left = await productPictures(to.ctx.db, toProduct);
  expect(left.map(({ alt }) => alt)).toEqual(['The green stone']);
});
