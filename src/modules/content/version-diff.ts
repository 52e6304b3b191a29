import type { FieldSchema } from './document-fields.schema.ts';

/** One changed text: its place in words, and its values. Null where it did not exist. */
export type TextChange = { place: string; before: string | null; after: string | null };

type Leaves = Map<string, { place: string; text: string }>;

type Node = { value: unknown; schema: FieldSchema | undefined; path: string; place: string };

/** Label of a field or entry within its part. Entries are counted from 1. */
const labelIn = (isList: boolean, name: string, schema: FieldSchema | undefined) =>
  isList ? String(Number(name) + 1) : (schema?.title ?? name);

const joined = (place: string, label: string) => (place === '' ? label : `${place} › ${label}`);

/** Returns the place of a path in the words of the form, such as 'Hero › Title'. */
export function placeOf(schema: FieldSchema, path: string): string {
  let at: FieldSchema | undefined = schema;
  let place = '';
  for (const name of path.split('.')) {
    const isList: boolean = at?.items !== undefined;
    at = isList ? at?.items : at?.properties?.[name];
    place = joined(place, labelIn(isList, name, at));
  }
  return place;
}

function collect(leaves: Leaves, { value, schema, path, place }: Node) {
  if (typeof value !== 'object' || value === null) {
    if (value !== undefined)
      leaves.set(path, { place, text: typeof value === 'string' ? value : JSON.stringify(value) });
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const isList = Array.isArray(value);
    const within = isList ? schema?.items : schema?.properties?.[name];
    const innerPlace = joined(place, labelIn(isList, name, within));
    collect(leaves, { value: inner, schema: within, path: `${path}.${name}`, place: innerPlace });
  }
}

function leavesOf(body: unknown, schema: FieldSchema): Leaves {
  const leaves: Leaves = new Map();
  collect(leaves, { value: body, schema, path: '', place: '' });
  return leaves;
}

/** Returns the texts that differ between two bodies of a document, in the order of its form. */
export function changesBetween(schema: FieldSchema, before: unknown, after: unknown): TextChange[] {
  const [was, is] = [leavesOf(before, schema), leavesOf(after, schema)];
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((path) => {
    const [old, now] = [was.get(path), is.get(path)];
    if (old?.text === now?.text) return [];
    return [{ place: now?.place ?? old?.place ?? path, before: old?.text ?? null, after: now?.text ?? null }];
  });
}

const maxShownText = 600;

function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return typeof value === 'string' ? [value] : value === undefined || value === null ? [] : [JSON.stringify(value)];
}

/** Returns the texts of a value in one line, without tags. */
export const shownText = (value: unknown): string =>
  textsOf(value)
    .map((text) => text.replaceAll(/<[^<>]{0,500}>/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, maxShownText);
