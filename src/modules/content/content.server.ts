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

function parsed<K extends DocumentKey>(key: K, stored: unknown) {
  const { schema, initial } = documents[key];
  return schema.safeParse(withInitial(stored, initial));
}

type Stored = Pick<DocumentRow, 'draft' | 'published'> | undefined;

/**
 * Returns a document as pages show it: its draft if `isDraft` and the draft is valid, else as
 * published, else the default. A published body that its schema does not accept is logged.
 */
function shownBody<K extends DocumentKey>(log: Ctx['log'], key: K, row: Stored, isDraft: boolean): Documents[K] {
  const draft = isDraft && (row?.draft ?? null) !== null ? parsed(key, row?.draft) : null;
  if (draft?.success === true) return draft.data;
  const published = (row?.published ?? null) === null ? null : parsed(key, row?.published);
  if (published?.success === true) return published.data;
  if (published !== null)
    log.error({ document: key, issues: published.error.issues }, 'a published document is not valid');
  return documents[key].schema.parse(documents[key].initial);
}

/**
 * Returns every document as published, or its default, with facts filled in. `draftKey` names one
 * that is returned as its draft.
 */
export async function readContent(ctx: Pick<Ctx, 'db' | 'log'>, draftKey: string | null = null): Promise<Documents> {
  const rows = await listDocuments(ctx.db);
  const shown = documentKeys.map((key) => {
    const row = rows.find((one) => one.key === key);
    return [key, fillFacts(shownBody(ctx.log, key, row, key === draftKey), shopFacts())] as const;
  });
  return Object.fromEntries(shown) as Documents;
}
