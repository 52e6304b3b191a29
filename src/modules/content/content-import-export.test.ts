import sharp from 'sharp';
import { expect, test as baseTest } from 'vitest';
import { z } from 'zod';

import { landing } from '#content/landing.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { shopFixture, type TestShop } from '../../../tests/support/shop-test.ts';
import {
  contentPictureFile,
  deleteUnusedPictures,
  storePicture,
  unusedPictures,
  usedPictures,
} from './content-pictures.server.ts';
import { publishedContent } from './content.server.ts';
import { documentKeys, type Documents } from './documents.server.ts';
import { discardDraft, documentView, publishDraft, restoreVersion, saveDraft } from './edit-content.server.ts';
import { exportContent, importContent, type ProductTransfer } from './content-import-export.server.ts';
const test = baseTest.extend('from', { scope: 'file' }, shopFixture()).extend('to', { scope: 'file' }, shopFixture());

const actor = { id: null, email: 'ada@shop.example', requestId: 'test' };
/** The product is the catalog's, and tested there. */
const noProduct: ProductTransfer = {
  schema: z.unknown(),
  read: () => Promise.resolve(undefined),
  store: () => Promise.resolve(null),
};
/** Returns a file that a test may change. Its texts are otherwise the defaults of the process. */
const exportedFile = async (from: TestShop) => structuredClone(await exportContent(from.ctx.db, noProduct));
type Exported = Awaited<ReturnType<typeof exportedFile>>;

/** Changes the title of the landing page in a file. Returns the file as text. */
function titled(file: Exported, title: string): string {
  (file.documents.landing as typeof landing).hero.title = title;
  return JSON.stringify(file);
}

const inTo = (to: TestShop) => ({ ...to.ctx, product: noProduct });
const inLive = (to: TestShop) => ({ ...inTo(to), settings: { ...to.ctx.settings, shopMode: 'live' as const } });
const key = 'landing' as const;
const isCompared = () => Promise.resolve(false);

/** Uploads a picture and publishes a landing page that shows it. */
async function publishPicture(shop: TestShop): Promise<string> {
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  const stored = await storePicture(shop.ctx, new Uint8Array(photo));
  if (!stored.ok) throw new Error(stored.reason);
  const hero = { ...landing.hero, title: 'From elsewhere', wide: { ...stored.value, alt: 'A red field' } };
  const { revision } = await documentView(shop.ctx.db, key);
  await saveDraft(shop.ctx, actor, { key, revision, body: { ...landing, hero } });
  await publishDraft(shop.ctx, { key, actor, revision: revision + 1, isCompared });
  return stored.value.src;
}

test('a shop’s texts and pictures move to another shop as one file', async ({ from, to }) => {
  const src = await publishPicture(from);
  const file = JSON.stringify(await exportContent(from.ctx.db, noProduct));
  const imported = await importContent(inTo(to), actor, Buffer.from(file));
  expect(imported).toEqual({ documents: documentKeys.length, hasProduct: false });
  const { hero } = (await publishedContent(to.ctx)).landing;
  expect([hero.title, hero.wide.src]).toEqual(['From elsewhere', src]);
  const name = `${src.split('/').at(-1)}-480.avif`;
  expect((await contentPictureFile(to.ctx.db, name))?.bytes.length).toBeGreaterThan(100);
  expect((await documentView(to.ctx.db, key)).versions[0]?.publishedBy).toBe(actor.email);
});

const withBlogs = (file: Exported) => JSON.stringify({ ...file, documents: { blogs: {} } });

test.for<[string, (file: Exported) => string, string]>([
  ['no JSON', () => 'texts', 'The file isn’t valid JSON.'],
  ['another format', () => '{}', 'format: '],
  ['an invalid text', (file) => titled(file, ''), 'landing.hero.title: Enter some text'],
  [
    'a NUL character',
    (file) => titled(file, 'Calm\0'),
    'landing.hero.title: This text contains a character that can’t',
  ],
  ['an unknown document', withBlogs, 'blogs: this shop doesn’t have this document'],
])(
  'a file with %s is refused with its place, and nothing of it is published',
  async ([_what, change, message], { from, to }) => {
    await restoreVersion(to.ctx, actor, { key, versionId: null, isCompared });
    const file = await exportedFile(from);
    await expect(importContent(inTo(to), actor, Buffer.from(change(file)))).rejects.toThrow(message);
    expect((await publishedContent(to.ctx)).landing.hero.title).toBe(landing.hero.title);
  },
);

test('a live shop imports no claim without proof, and the audit log names what was published before', async ({
  from,
  to,
}) => {
  const file = await exportedFile(from);
  const text = titled(file, 'Clinically proven');
  await expect(importContent(inLive(to), actor, Buffer.from(text))).rejects.toThrow(
    'landing: “clinically” has no proof',
  );
  await importContent(inTo(to), actor, Buffer.from(text));
  await importContent(inTo(to), actor, Buffer.from(titled(file, 'Calm')));
  const [entry] = await changesOf(to.ctx.db, { subject: 'content:landing' });
  expect(entry).toMatchObject({ before: { 'Hero › Title': 'Clinically proven' }, after: { 'Hero › Title': 'Calm' } });
});

test('a live shop imports a claim whose proof is in the ledger of the same file, and publishes it later', async ({
  from,
  to,
}) => {
  const file = await exportedFile(from);
  const claims = file.documents.claims as Documents['claims'];
  const live = inLive(to);
  const unproven = titled(file, 'Keeps 71% of its warmth');
  await expect(importContent(live, actor, Buffer.from(unproven))).rejects.toThrow('landing: “71%” has no proof');
  const proof = { kind: 'maker' as const, text: 'Measured by the maker', to: '' };
  claims.items.push({ id: 'warmth', says: 'It keeps 71% of its warmth.', figures: [], phrases: [], proof });
  await importContent(live, actor, Buffer.from(JSON.stringify(file)));
  const { revision } = await documentView(to.ctx.db, key);
  const body = { ...landing, hero: { ...landing.hero, title: 'Still 71% warm' } };
  await saveDraft(live, actor, { key, revision, body });
  expect(await publishDraft(live, { key, actor, revision: null, isCompared })).toEqual({ ok: true, value: null });
});

test('a picture counts as unused after a day if no draft, page or version names it', async ({ from }) => {
  const shown = await publishPicture(from);
  const photo = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#3a3' } })
    .png()
    .toBuffer();
  const spare = await storePicture(from.ctx, new Uint8Array(photo));
  expect(await unusedPictures(from.ctx)).toEqual([]);
  const tomorrow = new Date(from.ctx.now().getTime() + 25 * 60 * 60 * 1_000);
  const unused = await unusedPictures({ ...from.ctx, now: () => tomorrow });
  expect(unused.map(({ id }) => `/content-pictures/${id}`)).toEqual([spare.ok ? spare.value.src : '']);
  const ids = [...unused.map(({ id }) => id), shown.split('/').at(-1) ?? ''];
  const shownId = shown.split('/').at(-1) ?? '';
  expect(await deleteUnusedPictures(from.ctx, actor, ids)).toEqual({
    deleted: 1,
    stayed: [{ id: shownId, places: ['Landing page › Hero › Image on wide screens'] }],
  });
  expect(await contentPictureFile(from.ctx.db, `${shown.split('/').at(-1)}-480.jpg`)).not.toBeNull();
});

test('a picture in use is listed with its places: published, drafted, or only in an earlier version', async ({
  from,
}) => {
  const src = await publishPicture(from);
  const { body, revision } = await documentView(from.ctx.db, key);
  const closing = { ...landing.closing, picture: { ...(body as Documents['landing']).hero.wide } };
  await saveDraft(from.ctx, actor, { key, revision, body: { ...body, closing } });
  const id = src.split('/').at(-1) ?? '';
  const find = async () => (await usedPictures(from.ctx)).find((one) => one.id === id);
  expect(await find()).toMatchObject({
    src: `${src}-480.jpg`,
    uses: [
      { key, path: 'hero.wide', place: 'Landing page › Hero › Image on wide screens', isDraft: false },
      { key, path: 'closing.picture', place: 'Landing page › Last call to action › Picture', isDraft: true },
    ],
  });
  await discardDraft(from.ctx, { key, revision: revision + 1 });
  await restoreVersion(from.ctx, actor, { key, versionId: null, isCompared });
  expect((await find())?.uses).toEqual([]);
  const places = ['an earlier version of Landing page'];
  expect(await deleteUnusedPictures(from.ctx, actor, [id])).toEqual({ deleted: 0, stayed: [{ id, places }] });
});

test.for([
  ['a text', new TextEncoder().encode('no picture'), 'photo_unknown'],
  ['a picture with a huge side', 'huge', 'photo_too_long'],
] as const)('%s is refused as a picture', async ([_what, file, reason], { to }) => {
  const huge = () =>
    sharp({ create: { width: 1, height: 30_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
  const bytes = typeof file === 'string' ? new Uint8Array(await huge()) : file;
  expect(await storePicture(to.ctx, bytes)).toEqual({ ok: false, reason });
});

test('a content file that another program saved is imported: with a byte order mark, or in UTF-16', async ({
  from,
  to,
}) => {
  const file = JSON.stringify(await exportContent(from.ctx.db, noProduct)).replaceAll(',"', ',\r\n"');
  const little = Buffer.from(`\ufeff${file}`, 'utf16le');
  for (const bytes of [Buffer.from(`\ufeff${file}`), little, Buffer.from(little).swap16()]) {
    expect(await importContent(inTo(to), actor, bytes)).toEqual({ documents: documentKeys.length, hasProduct: false });
  }
});
