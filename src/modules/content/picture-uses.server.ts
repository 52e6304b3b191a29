import type { Db } from '#platform/db/database.server.ts';

import { listVersionKeysNaming } from './content-pictures.queries.server.ts';
import { listDocuments } from './content.queries.server.ts';
import { documents, formSchema, isDocumentKey, type DocumentKey } from './documents.server.ts';
import { isGroup } from './merge-bodies.ts';
import { placeOf } from './version-diff.ts';

/** Field of a document that shows an uploaded picture. `place` is in words. */
type PictureUse = {
  key: DocumentKey;
  path: string;
  place: string;
  /** True if only the draft has it there. */
  isDraft: boolean;
};

const uploaded = /^\/content-pictures\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/;

type Named = { id: string; path: string };

/** Returns the uploaded pictures of a body, each with the path of its field. */
function picturesIn(value: unknown, path: string): Named[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => picturesIn(entry, `${path}.${index}`));
  if (!isGroup(value)) return [];
  const id = typeof value.src === 'string' ? uploaded.exec(value.src)?.[1] : undefined;
  if (id !== undefined) return [{ id, path }];
  return Object.entries(value).flatMap(([name, inner]) => picturesIn(inner, path === '' ? name : `${path}.${name}`));
}

type Uses = ReadonlyMap<string, readonly PictureUse[]>;

/** Returns where documents and drafts show uploaded pictures, by the id of the picture. */
export async function listUses(db: Db): Promise<Uses> {
  const uses = new Map<string, PictureUse[]>();
  for (const { key, published, draft } of await listDocuments(db)) {
    if (!isDocumentKey(key)) continue;
    const schema = formSchema(key);
    const shown = picturesIn(published, '');
    const isShown = (one: Named) => shown.some(({ id, path }) => id === one.id && path === one.path);
    const drafted = picturesIn(draft, '').filter((one) => !isShown(one));
    for (const { id, path } of [...shown, ...drafted]) {
      const place = `${documents[key].title} › ${placeOf(schema, path)}`;
      const use = { key, path, place, isDraft: drafted.some((one) => one.id === id && one.path === path) };
      uses.set(id, [...(uses.get(id) ?? []), use]);
    }
  }
  return uses;
}

/** Returns the places that need a picture, in words: fields, drafts, and earlier versions. */
export async function placesOf(db: Db, id: string): Promise<string[]> {
  const uses = (await listUses(db)).get(id) ?? [];
  if (uses.length > 0) return uses.map(({ place, isDraft }) => (isDraft ? `${place} (draft)` : place));
  const keys = (await listVersionKeysNaming(db, id)).filter(isDocumentKey);
  return keys.map((key) => `an earlier version of ${documents[key].title}`);
}
