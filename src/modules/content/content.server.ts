import type { Ctx } from '#platform/ctx.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';

import { findDocument, listDocuments, listRevisions, type DocumentRow } from './content.queries.server.ts';
import { documentKeys, documents, type DocumentKey, type Documents } from './documents.server.ts';
import { markedDraft } from './marked-draft.server.ts';
import {
  catalogFactNames,
  factsOf,
  fillVariables,
  namedCatalogFacts,
  unreadShipping,
  type CatalogFactName,
  type TemplateVariables,
} from './template-variables.ts';
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
 * Returns a document as published, else the default. A published body that its schema does not
 * accept is logged.
 */
function publishedBody<K extends DocumentKey>(log: Ctx['log'] | null, key: K, row: Stored): Documents[K] {
  const published = (row?.published ?? null) === null ? null : parsed(key, row?.published);
  if (published?.success === true) return published.data as Documents[K];
  if (published !== null)
    log?.error({ document: key, issues: published.error.issues }, 'a published document is not valid');
  return documents[key].schema.parse(documents[key].initial);
}

/** Returns a document as pages show it. A draft has marks where it is not valid. */
function shownBody<K extends DocumentKey>(log: Ctx['log'] | null, { key, row, isDraft }: Shown<K>): Documents[K] {
  if (!isDraft || (row?.draft ?? null) === null) return publishedBody(log, key, row);
  const draft = parsed(key, row?.draft);
  if (draft.success) return draft.data as Documents[K];
  return markedDraft(key, withInitial(row?.draft, documents[key].initial), publishedBody(log, key, row));
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

/** Dependencies of a reader of one document. */
type SiteCtx = Pick<Ctx, 'db' | 'log' | 'cacheLifetime'>;
export type ContentCtx = SiteCtx & Pick<Ctx, 'catalogFacts'>;

/**
 * Returns every document as an admin sees it who edits one: that one as its draft. The shop's own
 * facts are filled in except in emails and PDFs, because an order has its own.
 */
export async function draftContent(ctx: ContentCtx, draftKey: string): Promise<Documents> {
  const documents = documentsFrom(ctx.log, await listDocuments(ctx.db), draftKey);
  return fillVariables(documents, await ctx.catalogFacts(ctx.db, namedCatalogFacts(documents)));
}

/** Returns the texts of an empty shop, for the frame of a page that cannot read its own. */
export const initialContent = (): Documents => fillVariables(documentsFrom(null, [], null), unreadShipping);

/** Documents with the facts that other modules own, and these facts as JSON. */
type Filled = { facts: string; documents: Documents };

/**
 * Published documents of one process. `filled` is null until a reader needs it; `lastFilled` may
 * have facts of earlier.
 */
type Published = {
  revisions: string;
  documents: Documents;
  named: readonly CatalogFactName[];
  filled: Filled | null;
  lastFilled: Filled | null;
};

const revisionsOf = (rows: readonly Pick<DocumentRow, 'key' | 'revision'>[]) =>
  JSON.stringify(rows.map(({ key, revision }) => [key, revision]));

/** The one cache of documents. It lives until a document, the catalog or a review changes. */
const published = cachedRead(async ({ db, log }: SiteCtx, last?: Published): Promise<Published> => {
  // Parsing all documents costs more than a checkout, and most changes are of other data.
  if (last !== undefined && last.revisions === revisionsOf(await listRevisions(db))) {
    return { ...last, filled: null };
  }
  const rows = await listDocuments(db);
  const documents = documentsFrom(log, rows, null);
  const named = namedCatalogFacts(documents);
  return { revisions: revisionsOf(rows), documents, named, filled: null, lastFilled: null };
});

/** Fills in the facts that other modules own, unless they are those of last time. */
async function filledDocuments(ctx: ContentCtx, { documents, named, lastFilled }: Published): Promise<Filled> {
  if (named.length === 0) return { facts: '', documents };
  const facts = await ctx.catalogFacts(ctx.db, named);
  const key = JSON.stringify(facts);
  return lastFilled?.facts === key ? lastFilled : { facts: key, documents: fillVariables(documents, facts) };
}

/**
 * Returns the documents that this process read last, or those of an empty shop. For pages that are
 * shown while the database cannot be read.
 */
export function lastKnownContent({ cacheLifetime }: Pick<Ctx, 'cacheLifetime'>): Documents {
  const last = cacheLifetime === undefined ? undefined : published.last(cacheLifetime);
  if (last === undefined) return initialContent();
  return (last.filled ?? last.lastFilled)?.documents ?? fillVariables(last.documents, unreadShipping);
}

/**
 * Returns every document as published, or its default, with facts filled in; in emails and PDFs
 * only those that other modules own.
 */
export async function publishedContent(ctx: ContentCtx): Promise<Documents> {
  const current = await published({ ctx, cacheLifetime: ctx.cacheLifetime });
  current.filled ??= await filledDocuments(ctx, current);
  current.lastFilled = current.filled;
  return current.filled.documents;
}

/**
 * Returns the document `site` as published, without the facts that other modules own. Returns the
 * same object until a document is saved or published. In a transaction, `db` is the transaction's.
 */
export async function publishedSite(ctx: SiteCtx): Promise<Site> {
  const { db, log, cacheLifetime } = ctx;
  if (cacheLifetime !== undefined) return (await published({ ctx, cacheLifetime })).documents.site;
  // Without a cache, parsing the other documents each time would cost more than a checkout.
  const row = (await findDocument(db, 'site')) ?? undefined;
  const site = shownBody(log, { key: 'site', row, isDraft: false });
  return fillVariables(site, factsOf(site));
}

/** Returns every fact with its present value. */
export async function presentFacts(ctx: ContentCtx): Promise<TemplateVariables> {
  const [site, catalog] = await Promise.all([publishedSite(ctx), ctx.catalogFacts(ctx.db, catalogFactNames)]);
  return { ...factsOf(site), ...catalog };
}
