import { z } from 'zod';

import type { Db } from '#platform/db/database.server.ts';

import { pictureSource } from './content-pictures.server.ts';
import { listDocuments } from './content.queries.server.ts';
import { withInitial } from './content.server.ts';
import { documents, type DocumentKey } from './documents.server.ts';

/** Image that sells the product most: the path of its field, its shape, and what to photograph. */
type Slot = { key: DocumentKey; path: string; title: string; shape: string; show: string };

const slots: readonly Slot[] = [
  {
    key: 'landing',
    path: 'hero.narrow',
    title: 'Hero on phones',
    shape: 'Landscape, 8:5',
    show: 'The lit head, large, at dusk. The first thing a visitor sees',
  },
  {
    key: 'landing',
    path: 'hero.wide',
    title: 'Hero on wide screens',
    shape: 'Landscape, 16:7, 3,840 px wide',
    show: 'The same scene, with an empty left half for the text',
  },
  {
    key: 'product',
    path: 'gallery.pictures.0',
    title: 'Main product image',
    shape: 'Square',
    show: 'The whole wand, lit, on a plain ground',
  },
  {
    key: 'product',
    path: 'gallery.pictures.1',
    title: 'In a hand',
    shape: 'Square',
    show: 'The wand in a real hand, so its size can be seen',
  },
  {
    key: 'product',
    path: 'gallery.pictures.2',
    title: 'The head',
    shape: 'Square',
    show: 'The window with its lights, close enough to count them',
  },
  {
    key: 'product',
    path: 'gallery.pictures.4',
    title: 'In the box',
    shape: 'Square',
    show: 'Everything the customer unpacks, from above, and nothing else',
  },
  {
    key: 'product',
    path: 'gallery.pictures.5',
    title: 'Size',
    shape: 'Square',
    show: 'The wand beside a phone or a lipstick',
  },
  {
    key: 'product',
    path: 'gallery.pictures.6',
    title: 'At dusk',
    shape: 'Square',
    show: 'The light in a dark room, without other lamps',
  },
  {
    key: 'landing',
    path: 'steps.items.0.picture',
    title: 'Step 1',
    shape: 'Landscape, 3:2',
    show: 'Serum on a real cheek, cropped above the mouth or from the side',
  },
  {
    key: 'landing',
    path: 'steps.items.1.picture',
    title: 'Step 2',
    shape: 'Landscape, 3:2',
    show: 'The head touching the skin',
  },
  {
    key: 'landing',
    path: 'steps.items.2.picture',
    title: 'Step 3',
    shape: 'Landscape, 3:2',
    show: 'Skin after the minute, in daylight, without retouching',
  },
  {
    key: 'landing',
    path: 'closing.picture',
    title: 'Last call to action',
    shape: 'Landscape, 3:2',
    show: 'The wand in its place: a shelf, the edge of a basin, a bag',
  },
];

export type Photograph = Slot & {
  /** Page that shows it. */
  page: string;
  /** Address of the image, without width and file extension. Null if the owner removed it. */
  src: string | null;
  /** True once the owner has replaced the image that comes with the shop. */
  isOwn: boolean;
};

const image = z.object({ src: z.string() });

const valueAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined), body);

/** Returns the images that a shop should replace first, with their published state. */
export async function listPhotographs(db: Db): Promise<Photograph[]> {
  const rows = await listDocuments(db);
  return slots.map((slot) => {
    const { initial, page } = documents[slot.key];
    const published = rows.find(({ key }) => key === slot.key)?.published ?? initial;
    const src = image.safeParse(valueAt(withInitial(published, initial), slot.path)).data?.src ?? null;
    return { ...slot, page, src, isOwn: src?.startsWith(pictureSource('')) ?? false };
  });
}
