import type { Ctx, CacheLifetime } from '#platform/ctx.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';

import { findDocument, listDocuments, listRevisions, type DocumentRow } from './content.queries.server.ts';
import { documentKeys, documents, type DocumentKey, type Documents } from './documents.server.ts';
import { factsOf, fillVariables, namesCatalogFact, type TemplateVariables } from './template-variables.ts';
import type { Site } from './site.schema.ts';

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

/**
 * Returns every document by its stored rows, with the shop's own facts filled in except in
 * `filledByOrder`.
 */
function documentsFrom(log: Ctx['log'] | null, rows: readonly DocumentRow[], draftKey: string | null): Documents {
  const bodyOf = <K extends DocumentKey>(key: K) => {
    const row = rows.find((one) => one.key === key);
    return shownBody(log, { key, row, isDraft: key === draftKey });
  };
  const site = bodyOf('site');
  const facts = factsOf(site);
  const bodies = documentKeys.map((key) => {
    const body = key === 'site' ? site : bodyOf(key);
    return [key, filledByOrder.has(key) ? body : fillVariables(body, facts)];
  });
  return Object.fromEntries(bodies) as Documents;
}

export type ContentCtx = Pick<Ctx, 'db' | 'log' | 'cacheLifetime' | 'catalogFacts'>;

/** Documents, and whether their texts name a fact that another module owns. */
type Parsed = { documents: Documents; namesCatalog: boolean };

async function parsedDocuments({ db, log }: ContentCtx, draftKey: string | null): Promise<Parsed> {
  const documents = documentsFrom(log, await listDocuments(db), draftKey);
  return { documents, namesCatalog: namesCatalogFact(documents) };
}

/** Fills in facts that other modules own, in emails too. Reads them only if a text names one. */
async function filled({ db, catalogFacts }: ContentCtx, { documents, namesCatalog }: Parsed): Promise<Documents> {
  return namesCatalog ? fillVariables(documents, await catalogFacts(db)) : documents;
}

/**
 * Returns every document as an admin sees it who edits one: that one as its draft. The shop's own
 * facts are filled in except in emails and PDFs, because an order has its own.
 */
export async function draftContent(ctx: ContentCtx, draftKey: string): Promise<Documents> {
  return filled(ctx, await parsedDocuments(ctx, draftKey));
}

/** Returns the texts of an empty shop, for the frame of a page that cannot read its own. */
export const initialContent = (): Documents => documentsFrom(null, [], null);

/** Documents of each process by their revisions. Parsing all of them costs more than a checkout. */
const parsedBefore = new WeakMap<CacheLifetime, { revisions: string; parsed: Parsed }>();

async function currentDocuments(ctx: ContentCtx): Promise<Parsed> {
  const { db, cacheLifetime } = ctx;
  if (cacheLifetime === undefined) return parsedDocuments(ctx, null);
  const revisions = JSON.stringify(await listRevisions(db));
  const known = parsedBefore.get(cacheLifetime);
  if (known?.revisions === revisions) return known.parsed;
  const parsedNow = await parsedDocuments(ctx, null);
  parsedBefore.set(cacheLifetime, { revisions, parsed: parsedNow });
  return parsedNow;
}

/**
 * Returns the documents that this process read last, or those of an empty shop. For pages that are
 * shown while the database cannot be read.
 */
export const lastKnownContent = ({ cacheLifetime }: Pick<Ctx, 'cacheLifetime'>): Documents =>
  (cacheLifetime === undefined ? undefined : parsedBefore.get(cacheLifetime)?.parsed.documents) ?? initialContent();

const cached = cachedRead(async (ctx: ContentCtx) => filled(ctx, await currentDocuments(ctx)));

/**
 * Returns every document as published, or its default, with facts filled in; in emails and PDFs
 * only those that other modules own. Reads them once until a document, the catalog or a review
 * changes.
 */
export const publishedContent = (ctx: ContentCtx): Promise<Documents> =>
  cached({ ctx, cacheLifetime: ctx.cacheLifetime });

type SiteCtx = Pick<Ctx, 'db' | 'log' | 'cacheLifetime'>;

const cachedSite = cachedRead(async ({ db, log }: SiteCtx): Promise<Site> => {
  const row = (await findDocument(db, 'site')) ?? undefined;
  const site = shownBody(log, { key: 'site', row, isDraft: false });
  return fillVariables(site, factsOf(site));
});

/**
 * Returns the document `site` as published, without the facts that other modules own. Reads no
 * other document, because a checkout has no time for all of them. In a transaction, `db` is the
 * transaction's.
 */
export const publishedSite = (ctx: SiteCtx): Promise<Site> => cachedSite({ ctx, cacheLifetime: ctx.cacheLifetime });

/** Returns every fact with its present value. */
export async function presentFacts(ctx: ContentCtx): Promise<TemplateVariables> {
  const [{ site }, catalog] = await Promise.all([publishedContent(ctx), ctx.catalogFacts(ctx.db)]);
  return { ...factsOf(site), ...catalog } as TemplateVariables;
}
