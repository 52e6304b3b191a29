import { existsSync, statSync } from 'node:fs';

import { expect, test } from 'vitest';

import { about } from '#content/about.ts';
import { account } from '#content/account.ts';
import { blog } from '#content/blog.ts';
import { landing } from '#content/landing.ts';
import { stills } from '#content/media.ts';
import { productTexts } from '#content/product.ts';
import { quiz } from '#content/quiz.ts';
import { science } from '#content/science.ts';
import { productTextsSchema } from '#modules/content/product-texts.schema.ts';

import { formPictures } from '../../frame/form-pictures.ts';
import { galleryItems } from '../gallery-items.ts';

/** Crops of stills: the landing page's first picture, and the tiles of its four functions. */
const crops: Record<string, string> = {
  '/media/dusknear': landing.hero.wide.src,
  '/media/cheek': stills.glide.src,
  '/media/tile_light': stills.headDusk.src,
  '/media/tile_massage': stills.head.src,
  '/media/tile_angle': stills.size.src,
  '/media/tile_cordless': stills.upright.src,
};

/** Source stills of the clips. The turntable was rendered frame by frame. */
const madeFrom: Record<string, string> = {
  '/media/calm': stills.calm.src,
  '/media/stroke': stills.glide.src,
  '/media/offon': stills.skin.src,
  '/media/dusk': stills.profile.src,
  '/media/drops': stills.serum.src,
  '/media/minute': stills.close.src,
};

/** All pictures in a page's content. Clips have their own posters and do not count. */
function picturesIn(content: unknown): string[] {
  if (typeof content === 'string') return content.startsWith('/media/') ? [content] : [];
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) => (key === 'clip' ? [] : picturesIn(value)));
}

const shown = (content: unknown) => picturesIn(content).map((src) => crops[src] ?? src);

const pages: Record<string, string[]> = {
  '/': [...new Set(shown(landing.hero)), ...shown({ ...landing, hero: null }), ...shown(productTexts.gallery)],
  '/product': shown(productTexts),
  '/quiz': shown(quiz),
  '/science': shown(science),
  '/track': shown(formPictures.track),
  '/about': shown(about),
  '/auth': shown(formPictures.auth),
  '/account': shown(account),
  '/checkout-cancelled': shown(formPictures.cancelled),
  '/404': ['/media/head'],
  '/blog': shown(blog.posts),
  ...Object.fromEntries(blog.posts.map((post) => [`/blog/${post.slug}`, shown(post)])),
};

const countOf = (all: string[], one: string) => all.filter((src) => src === one).length;

const everyPicture = [...new Set(Object.values(pages).flat())];

test.each(everyPicture)('%s appears on at most three pages and at most twice on one', (src) => {
  const on = Object.entries(pages).flatMap(([path, all]) => (all.includes(src) ? [path] : []));
  expect(on.length, on.join(' ')).toBeLessThanOrEqual(3);
  for (const path of on) expect(countOf(pages[path] ?? [], src), path).toBeLessThanOrEqual(2);
});

test("the landing page's clips show different stills than its gallery", () => {
  const inGallery = new Set(shown(productTexts.gallery));
  const inClips = landing.videos.items.map(({ clip }) => madeFrom[clip.src] ?? clip.src);
  expect(inClips.filter((src) => inGallery.has(src))).toEqual([]);
});

test('pictures of people appear beside the texts about them', () => {
  expect(landing.steps.items.map(({ picture }) => picture)).toEqual([stills.serum, stills.cheek, stills.profile]);
  expect(landing.closing.picture).toEqual(stills.hand);
});

test('every picture exists in every width as AVIF, WebP and JPEG', () => {
  const files = Object.values(stills).flatMap((still) =>
    ('widths' in still ? still.widths : [480, 800, 1200, 1600]).flatMap((width) =>
      ['avif', 'webp', 'jpg'].map((ending) => `public${still.src}-${width}.${ending}`),
    ),
  );
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('every item of the gallery has a thumbnail of at most 2 KB in AVIF', () => {
  const files = galleryItems(productTextsSchema.parse(productTexts).gallery).map(
    (item) => `public${item.kind === 'picture' ? item.src : item.clip.src}-160`,
  );
  expect(files.filter((file) => !existsSync(`${file}.jpg`))).toEqual([]);
  expect(files.filter((file) => statSync(`${file}.avif`).size > 2_000)).toEqual([]);
});
