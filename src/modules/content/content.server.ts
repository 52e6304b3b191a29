import type { Ctx } from '#platform/ctx.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';

import { listDocuments, type DocumentRow } from './content.queries.server.ts';
import { documentKeys, documents, type DocumentKey, type Documents } from './documents.server.ts';
import { factsOf, fillFacts } from './facts.ts';

export { factsOf } from './facts.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds fields that the body lacks, because it was stored before they existed. */
export function withInitial(body: unknown, initial: unknown): unknown {
  if (!isObject(body) || !isObject(initial)) return body;
  const known = Object.entries(initial).map(([name, value]) => [
    name,
    name in body ? withInitial(body[name], value) : value,
  ]);
  return { ...body, ...Object.fromEntries(known) };
}

const parsed = (key: DocumentKey, stored: unknown) => {
  const { schema, initial } = documents[key];
  return schema.safeParse(withInitial(stored, initial));
};

type Stored = Pick<DocumentRow, 'draft' | 'published'> | undefined;

type Shown<K> = { key: K; row: Stored; isDraft: boolean };

/**
 * Returns a document as pages show it: its draft if `isDraft` and the draft is valid, else as
 * published, else the default. A published body that its schema does not accept is logged.
 */
function shownBody<K extends DocumentKey>(log: Ctx['log'] | null, { key, row, isDraft }: Shown<K>): Documents[K] {
  const draft = isDraft && (row?.draft ?? null) !== null ? parsed(key, row?.draft) : null;
  if (draft?.success === true) return draft.data as Documents[K];
  const published = (row?.published ?? null) === null ? null : parsed(key, row?.published);
  if (published?.success === true) return published.data as Documents[K];
  if (published !== null)
    log?.error({ document: key, issues: published.error.issues }, 'a published document is not valid');
  return documents[key].schema.parse(documents[key].initial);
}

/** Returns every document by its stored rows, with facts filled in except in emails. */
function documentsFrom(log: Ctx['log'] | null, rows: readonly DocumentRow[], draftKey: string | null): Documents {
  const bodyOf = <K extends DocumentKey>(key: K) => {
    const row = rows.find((one) => one.key === key);
    return shownBody(log, { key, row, isDraft: key === draftKey });
  };
  const facts = factsOf(bodyOf('site'));
  return Object.fromEntries(
    documentKeys.map((key) => [key, key === 'emails' ? bodyOf(key) : fillFacts(bodyOf(key), facts)]),
  ) as Documents;
}

/**
 * Returns every document as published, or its default, with facts filled in. Emails keep them in
 * braces, because an order has its own. `draftKey` names one that is returned as its draft.
 */
export async function readContent(ctx: Pick<Ctx, 'db' | 'log'>, draftKey: string | null = null): Promise<Documents> {
  return documentsFrom(ctx.log, await listDocuments(ctx.db), draftKey);
}

/** Returns the texts of an empty shop, for the frame of a page that cannot read its own. */
export const initialContent = (): Documents => documentsFrom(null, [], null);

type Reading = Pick<Ctx, 'db' | 'log' | 'keeping'>;

const cached = cachedRead((ctx: Reading) => readContent(ctx));

/** Returns every document as published. Reads them once until something is published. */
export const publishedContent = (ctx: Reading): Promise<Documents> => cached({ ctx, keeping: ctx.keeping });
