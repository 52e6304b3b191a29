import type { z } from 'zod';

import type { FieldSchema } from './document-fields.schema.ts';
import { documents, formSchema, type DocumentKey, type Documents } from './documents.server.ts';
import { withValueAt } from './merge-bodies.ts';

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
  path.length === 0 ? value : withValueAt(body, path.join('.'), value);

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

/** Takes an invalid value from another body, if that has it. */
function asIn(other: unknown, body: unknown, { path }: Issue): unknown {
  const value = valueAt(other, path);
  return value === undefined ? body : replaced(body, path, value);
}

/** Takes the whole part with an invalid value from another body. */
const partAsIn = (other: unknown, body: unknown, { path }: Issue): unknown =>
  replaced(body, path.slice(0, 1), valueAt(other, path.slice(0, 1)));

/**
 * Returns an invalid draft as its preview shows it. Invalid texts are marked and invalid pictures
 * are gray. Other invalid values are those of `published`, or else their whole part is.
 */
export function markedDraft<K extends DocumentKey>(key: K, draft: unknown, published: Documents[K]): Documents[K] {
  const drafted = { schema: formSchema(key), draft };
  const { schema } = documents[key];
  const repairs = [
    (body: unknown, issue: Issue) => marked(drafted, body, issue),
    (body: unknown, issue: Issue) => asIn(published, body, issue),
    (body: unknown, issue: Issue) => partAsIn(published, body, issue),
  ];
  let body = draft;
  for (const repair of repairs) {
    const read = schema.safeParse(body);
    if (read.success) return read.data;
    body = read.error.issues.reduce<unknown>(repair, body);
  }
  const read = schema.safeParse(body);
  return read.success ? read.data : published;
}
