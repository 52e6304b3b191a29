import type { FieldSchema } from './document-fields.schema.ts';

/** One changed text: its place in words, and its values. Null where it did not exist. */
export type TextChange = { place: string; before: string | null; after: string | null };

type Leaves = Map<string, { place: string; text: string }>;

type Node = { value: unknown; schema: FieldSchema | undefined; path: string; place: string };

function collect(leaves: Leaves, { value, schema, path, place }: Node) {
  if (typeof value !== 'object' || value === null) {
    if (value !== undefined)
      leaves.set(path, { place, text: typeof value === 'string' ? value : JSON.stringify(value) });
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const innerSchema = Array.isArray(value) ? schema?.items : schema?.properties?.[name];
    const label = Array.isArray(value) ? String(Number(name) + 1) : (innerSchema?.title ?? name);
    const innerPlace = place === '' ? label : `${place} › ${label}`;
    collect(leaves, { value: inner, schema: innerSchema, path: `${path}.${name}`, place: innerPlace });
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
