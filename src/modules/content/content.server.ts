import { promises, site } from '#content/site.ts';
import type { Ctx } from '#platform/ctx.server.ts';

import { listDocuments, type DocumentRow } from './content.queries.server.ts';
import { documentKeys, documents, type DocumentKey, type Documents } from './documents.server.ts';
import { fillFacts, type Facts } from './facts.ts';

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

/** Facts that texts name in braces, as of today. */
export const shopFacts = (): Facts => ({
  guaranteeDays: String(site.guaranteeDays),
  returnDays: String(site.returnWindowDays),
  refundDays: String(promises.refundProcessingDays),
  refundVisibleDays: promises.refundVisibleDays,
  supportHours: site.supportHours,
  supportEmail: site.supportEmail,
});

type Shown = 'published' | 'draft';

/**
 * Returns a document as pages show it, with its facts filled in. A stored body that its schema does
 * not accept is logged, and the default is returned.
 */
function shownDocument<K extends DocumentKey>(log: Ctx['log'], key: K, stored: unknown): Documents[K] {
  const { schema, initial } = documents[key];
  const read = schema.safeParse(stored === null ? initial : withInitial(stored, initial));
  if (!read.success) log.error({ document: key, issues: read.error.issues }, 'a stored document is not valid');
  const body = read.success ? read.data : schema.parse(initial);
  return fillFacts(body, shopFacts());
}

function shownDocuments({ log }: Pick<Ctx, 'log'>, rows: readonly DocumentRow[], draftKey: string | null): Documents {
  const bodyOf = (key: DocumentKey) => {
    const row = rows.find((one) => one.key === key);
    const shown: Shown = key === draftKey && (row?.draft ?? null) !== null ? 'draft' : 'published';
    return row?.[shown] ?? null;
  };
  return Object.fromEntries(documentKeys.map((key) => [key, shownDocument(log, key, bodyOf(key))])) as Documents;
}

/**
 * Returns every document as published, or its default. `draftKey` names one that is returned as its
 * draft.
 */
export async function readContent(ctx: Pick<Ctx, 'db' | 'log'>, draftKey: string | null = null): Promise<Documents> {
  return shownDocuments(ctx, await listDocuments(ctx.db), draftKey);
}
