import type { Ctx, Keeping } from '#platform/ctx.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';

import { listDocuments, listRevisions, type DocumentRow } from './content.queries.server.ts';
import { documentKeys, documents, type DocumentKey, type Documents } from './documents.server.ts';
import { factsOf, fillFacts } from './facts.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds fields that the body lacks, because it was stored before they existed. A picture is one
 * value: a new one takes nothing from the picture that it replaces.
 */
export function withInitial(body: unknown, initial: unknown): unknown {
  if (!isObject(body) || !isObject(initial) || 'src' in body) return body;
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

/** Documents whose texts are about one order, whose own days are filled in later. */
const filledByOrder: ReadonlySet<DocumentKey> = new Set(['emails', 'orderPdfs']);

/** Returns every document by its stored rows, with facts filled in except in `filledByOrder`. */
function documentsFrom(log: Ctx['log'] | null, rows: readonly DocumentRow[], draftKey: string | null): Documents {
  const bodyOf = <K extends DocumentKey>(key: K) => {
    const row = rows.find((one) => one.key === key);
    return shownBody(log, { key, row, isDraft: key === draftKey });
  };
  const site = bodyOf('site');
  const facts = factsOf(site);
  const filled = documentKeys.map((key) => {
    const body = key === 'site' ? site : bodyOf(key);
    return [key, filledByOrder.has(key) ? body : fillFacts(body, facts)];
  });
  return Object.fromEntries(filled) as Documents;
}

type Reading = Pick<Ctx, 'db' | 'log' | 'keeping'>;

/**
 * Returns every document as an admin sees it who edits one: that one as its draft. Facts are filled
 * in except in emails and PDFs, because an order has its own.
 */
export async function draftContent(ctx: Reading, draftKey: string): Promise<Documents> {
  return documentsFrom(ctx.log, await listDocuments(ctx.db), draftKey);
}

/** Returns the texts of an empty shop, for the frame of a page that cannot read its own. */
export const initialContent = (): Documents => documentsFrom(null, [], null);

/** Documents of each process by their revisions. Parsing all of them costs more than a checkout. */
const parsedBefore = new WeakMap<Keeping, { revisions: string; documents: Documents }>();

async function currentContent({ db, log, keeping }: Reading): Promise<Documents> {
  if (keeping === undefined) return documentsFrom(log, await listDocuments(db), null);
  const revisions = JSON.stringify(await listRevisions(db));
  const known = parsedBefore.get(keeping);
  if (known?.revisions === revisions) return known.documents;
  const documents = documentsFrom(log, await listDocuments(db), null);
  parsedBefore.set(keeping, { revisions, documents });
  return documents;
}

/**
 * Returns the documents that this process read last, or those of an empty shop. For pages that are
 * shown while the database cannot be read.
 */
export const lastKnownContent = ({ keeping }: Pick<Ctx, 'keeping'>): Documents =>
  (keeping === undefined ? undefined : parsedBefore.get(keeping)?.documents) ?? initialContent();

const cached = cachedRead(currentContent);

/**
 * Returns every document as published, or its default, with facts filled in except in emails and
 * PDFs. Reads them once until something is published.
 */
export const publishedContent = (ctx: Reading): Promise<Documents> => cached({ ctx, keeping: ctx.keeping });
