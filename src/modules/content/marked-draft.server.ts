import type { z } from 'zod';

import type { FieldSchema } from './document-fields.schema.ts';
import { documents, formSchema, type DocumentKey, type Documents } from './documents.server.ts';
import { isGroup, withValueAt } from './merge-bodies.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

const textFormats = new Set<string | undefined>([undefined, 'paragraph', 'rich-text']);

const schemaAt = (schema: FieldSchema, path: Path) =>
  path.reduce<FieldSchema | undefined>(
    (at, name) => (typeof name === 'number' ? at?.items : at?.properties?.[String(name)]),
    schema,
  );

const valueAt = (body: unknown, path: Path) =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    body,
  );

const replaced = (body: unknown, path: Path, value: unknown) =>
  path.length > 0 && isGroup(body) ? withValueAt(body, path.join('.'), value) : body;

/** Plain gray picture, shown where one is missing. Its text is that of the draft. */
const grayPicture = { src: '/media/missing', width: 480, height: 360, widths: [480] };

/** Text that says which one is missing or wrong, no longer than its field allows. */
function textMark({ title = 'Text', format, maxLength }: FieldSchema, text: unknown): string {
  const isMissing = typeof text !== 'string' || text.trim() === '';
  const mark = `[${title} ${isMissing ? 'is missing' : 'needs fixing'}]`.slice(0, maxLength);
  return format === 'rich-text' ? `<p>${mark.replaceAll('&', '&amp;')}</p>` : mark;
}

type Drafted = { schema: FieldSchema; draft: unknown };

/**
 * Marks an invalid text or picture of the draft. Returns the body unchanged for any other value. A
 * text may have several issues.
 */
function marked({ schema, draft }: Drafted, body: unknown, { path }: Issue): unknown {
  const field = schemaAt(schema, path);
  const isText = field?.type === 'string' && field.enum === undefined && textFormats.has(field.format);
  const [parent, name] = [path.slice(0, -1), path.at(-1)];
  const { format } = schemaAt(schema, parent) ?? {};
  if (name !== 'alt' && format === 'picture') {
    const alt = valueAt(body, [...parent, 'alt']);
    return replaced(body, parent, { ...grayPicture, alt });
  }
  if (name === 'src' && (format === 'logo' || format === 'icon')) return replaced(body, path, '');
  return isText ? replaced(body, path, textMark(field, valueAt(draft, path))) : body;
}

/** Place of the last entry of a list in a path, or -1. */
const entryIn = (path: Path) => path.findLastIndex((name) => typeof name === 'number');

const lengthAt = (body: unknown, path: Path) => {
  const list = valueAt(body, path);
  return Array.isArray(list) ? list.length : 0;
};

/**
 * Takes an invalid value from another body, if that has it. Lists of another length have other
 * entries.
 */
function asIn(other: unknown, body: unknown, { path }: Issue): unknown {
  const [value, list] = [valueAt(other, path), path.slice(0, Math.max(0, entryIn(path)))];
  return value === undefined || lengthAt(body, list) !== lengthAt(other, list) ? body : replaced(body, path, value);
}

/** Leaves out the entry of a list with an invalid value. */
function withoutEntry(body: unknown, { path }: Issue): unknown {
  const at = entryIn(path);
  const list = valueAt(body, path.slice(0, at));
  if (at === -1 || !Array.isArray(list)) return body;
  return replaced(body, path.slice(0, at), list.toSpliced(Number(path[at]), 1));
}

/** Issues from the last entry of a list to its first, one of each entry, so that none moves. */
const ofEntries = (issues: readonly Issue[]): Issue[] => {
  const entryOf = ({ path }: Issue) => path.slice(0, entryIn(path) + 1).join();
  return [...new Map(issues.map((issue) => [entryOf(issue), issue])).values()].toReversed();
};

/** Takes the whole part with an invalid value from another body. */
const partAsIn = (other: unknown, body: unknown, { path }: Issue): unknown =>
  replaced(body, path.slice(0, 1), valueAt(other, path.slice(0, 1)));

/**
 * Returns an invalid draft as its preview shows it. Invalid texts are marked and invalid pictures
 * are gray. Other invalid values are those of `published`; a new entry of a list is left out. What
 * is still invalid then is in a part that is shown as published.
 */
export function markedDraft<K extends DocumentKey>(key: K, draft: unknown, published: Documents[K]): Documents[K] {
  const drafted = { schema: formSchema(key), draft };
  const { schema } = documents[key];
  const repairs = [
    (body: unknown, issue: Issue) => marked(drafted, body, issue),
    (body: unknown, issue: Issue) => asIn(published, body, issue),
    withoutEntry,
    (body: unknown, issue: Issue) => partAsIn(published, body, issue),
  ];
  let body = draft;
  for (const repair of repairs) {
    const read = schema.safeParse(body);
    if (read.success) return read.data;
    const { issues } = read.error;
    body = (repair === withoutEntry ? ofEntries(issues) : issues).reduce<unknown>(repair, body);
  }
  const read = schema.safeParse(body);
  return read.success ? read.data : published;
}
