import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { cleanRichText } from '#platform/html/rich-text.server.ts';
import {
  deleteRefusedWork,
  findRefusedWork,
  listRefusedWork,
  refusedSentence,
  storeRefusedWork,
} from '#platform/jobs/refused-work.server.ts';
import { stripInvisible } from '#shared/clean-text.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { claimsSchema } from './claims.schema.ts';
import { textsIn, unprovenClaims } from './claims-check.ts';
import {
  findDocument,
  findVersion,
  insertVersion,
  listDocuments,
  listDueKeys,
  listVersions,
  lockDocument,
  updateDocument,
  type DocumentRow,
} from './content.queries.server.ts';
import { withInitial } from './content.server.ts';
import type { FieldSchema } from './document-fields.schema.ts';
import { contentRefusals } from './edit-content.schema.ts';
import { unprovenEndorsements } from './endorsements.ts';
import { endorsementsSchema } from './endorsements.schema.ts';
import type { Blog } from './blog.schema.ts';
import { withFormerSlugs } from './posts.ts';
import { documentKeys, documents, formSchema, isDocumentKey, type DocumentKey } from './documents.server.ts';
import type { DocumentBody } from './tables.server.ts';
import { isGroup, isSame, mergeBodies, type Merged } from './merge-bodies.ts';
import { changesBetween, placeOf, type TextChange } from './version-diff.ts';

const shownVersions = 20;
const shownChanges = 30;

/** Messages by the path of their field, such as 'hero.title'. */
type Issues = Record<string, string>;

function issuesOf(key: DocumentKey, body: unknown): Issues {
  const read = documents[key].schema.safeParse(body);
  if (read.success) return {};
  return Object.fromEntries(read.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** True if the body has the fields of the document, so that the editor can show it. */
function isReadable(key: DocumentKey, body: unknown): boolean {
  const read = documents[key].schema.safeParse(body, { reportInput: true });
  if (read.success) return true;
  return read.error.issues.every((issue) => {
    // The editor sends null for an empty number.
    if (issue.code === 'invalid_type') {
      const isNumber = issue.expected === 'int' || issue.expected === 'number';
      return isNumber && (issue.input === null || typeof issue.input === 'number');
    }
    return issue.code !== 'unrecognized_keys' && issue.code !== 'invalid_value' && issue.code !== 'invalid_union';
  });
}

export type Version = {
  /** Null for the default. */
  id: number | null;
  publishedAt: Date | null;
  publishedBy: string | null;
  changes: TextChange[];
};

export type DocumentView = {
  key: DocumentKey;
  title: string;
  page: string;
  schema: FieldSchema;
  body: DocumentBody;
  revision: number;
  isDraft: boolean;
  draftBy: string | null;
  draftAt: Date | null;
  publishAt: Date | null;
  /** Why the last scheduled publication was refused. Null if it was not. */
  refusal: string | null;
  issues: Issues;
  versions: Version[];
};

export const publicationJob = 'publish-content';

/** Identifies the scheduled publication of a document among refused work. */
const publicationOf = (key: string) => ({ job: publicationJob, subject: key });

/** Returns a document for its editor: the draft, else what is published. */
export async function documentView(db: Db, key: DocumentKey): Promise<DocumentView> {
  const { title, page, initial } = documents[key];
  const [row, stored] = [await findDocument(db, key), await listVersions(db, key, shownVersions)];
  const refused = await findRefusedWork(db, publicationOf(key));
  const body = storedBody(key, row ?? { draft: null, published: null });
  const schema = formSchema(key);
  const versions = stored.map(({ id, publishedAt, publishedBy, body: after }, index): Version => {
    const before = stored[index + 1]?.body ?? initial;
    const changes = changesBetween(schema, before, after ?? initial).slice(0, shownChanges);
    return { id, publishedAt, publishedBy, changes };
  });
  return {
    key,
    title,
    page,
    schema,
    body,
    revision: row?.revision ?? 0,
    isDraft: (row?.draft ?? null) !== null,
    draftBy: row?.draftBy ?? null,
    draftAt: row?.draftAt ?? null,
    publishAt: row?.publishAt ?? null,
    refusal: refused === null ? null : refusedSentence(refused),
    issues: issuesOf(key, body),
    versions: [...versions, { id: null, publishedAt: null, publishedBy: null, changes: [] }],
  };
}

export type DocumentSummary = {
  key: DocumentKey;
  title: string;
  page: string;
  isDraft: boolean;
  draftBy: string | null;
  publishAt: Date | null;
  /** True if its last scheduled publication was refused. */
  isRefused: boolean;
};

/** Returns every document, in the order of the admin. */
export async function listContent(db: Db): Promise<DocumentSummary[]> {
  const rows = await listDocuments(db);
  const refused = new Set((await listRefusedWork(db)).map(({ job, subject }) => `${job} ${subject}`));
  return documentKeys.map((key) => {
    const row = rows.find((one) => one.key === key);
    const { title, page } = documents[key];
    const isDraft = (row?.draft ?? null) !== null;
    const isRefused = refused.has(`${publicationJob} ${key}`);
    return { key, title, page, isDraft, draftBy: row?.draftBy ?? null, publishAt: row?.publishAt ?? null, isRefused };
  });
}

/** The document to change, and the revision that the editor began with. */
export type ContentEdit = { key: DocumentKey; revision: number };

/** Returns a body with clean rich texts, and no invisible characters in its plain texts. */
function withCleanTexts(schema: FieldSchema | undefined, value: unknown): unknown {
  if (typeof value === 'string') return schema?.format === 'rich-text' ? cleanRichText(value) : stripInvisible(value);
  if (Array.isArray(value)) return value.map((one) => withCleanTexts(schema?.items, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withCleanTexts(schema?.properties?.[name], inner)]),
  );
}

type DraftEdit = ContentEdit & {
  body: unknown;
  /** Body that the edit began with. Without it, parts that differ from the stored one conflict. */
  base?: unknown;
};

/** The newer draft that an edit conflicts with, and the places of the texts that both changed. */
type Conflict = {
  ok: false;
  reason: 'changed_meanwhile';
  places: string[];
  stored: { body: DocumentBody; revision: number; savedBy: string | null };
};

type SavedDraft = {
  revision: number;
  issues: Issues;
  /** The stored body if another editor's changes are in it, else null. */
  merged: DocumentBody | null;
};

type DraftResult = Result<SavedDraft, 'unreadable'> | Conflict;

const asBody = (value: unknown): DocumentBody => (isGroup(value) ? value : {});

const storedBody = (key: DocumentKey, { draft, published }: Pick<DocumentRow, 'draft' | 'published'>) =>
  asBody(withInitial(draft ?? published ?? documents[key].initial, documents[key].initial));

/** Merges an edit with what others saved since it began. */
function mergeEdit({ key, revision, base, body }: DraftEdit, row: DocumentRow): Merged<DocumentBody> {
  const schema = formSchema(key);
  const mine = asBody(withCleanTexts(schema, body));
  if (row.revision === revision) return { body: mine, conflicts: [] };
  const before = asBody(isReadable(key, base) ? withCleanTexts(schema, base) : null);
  return mergeBodies({ base: before, mine, theirs: storedBody(key, row) });
}

/**
 * Cleans the texts of a draft and saves it with what others saved since it began. Returns its
 * revision and the fields to mend. Refuses `unreadable`, and `changed_meanwhile` if another editor
 * changed the same text. A scheduled publication stays.
 */
export function saveDraft(ctx: Ctx, actor: Actor, edit: DraftEdit): Promise<DraftResult> {
  const { key, revision } = edit;
  return inResultTransaction<DraftResult>(ctx.db, async (tx) => {
    if (!isReadable(key, edit.body)) return refuse('unreadable');
    const row = await lockDocument(tx, key);
    const stored = storedBody(key, row);
    const { body, conflicts } = mergeEdit(edit, row);
    if (conflicts.length > 0) {
      const places = conflicts.map(({ path }) => placeOf(formSchema(key), path));
      const { revision: newest, draftBy: savedBy } = row;
      return { ...refuse('changed_meanwhile'), places, stored: { body: stored, revision: newest, savedBy } };
    }
    const saved = { issues: issuesOf(key, body), merged: row.revision === revision ? null : body };
    if (isSame(body, stored)) return ok({ ...saved, revision: row.revision });
    const next = row.revision + 1;
    await updateDocument(tx, key, { draft: body, revision: next, draftBy: actor.email, draftAt: ctx.now() });
    return ok({ ...saved, revision: next });
  });
}

const noDraft = { draft: null, draftBy: null, draftAt: null, publishAt: null };

/** Drops the draft. The editor then begins with what is published. Refuses `changed_meanwhile`. */
export function discardDraft(ctx: Ctx, { key, revision }: ContentEdit): Promise<Result<null, 'changed_meanwhile'>> {
  return inResultTransaction<Result<null, 'changed_meanwhile'>>(ctx.db, async (tx) => {
    const row = await lockDocument(tx, key);
    if (row.revision !== revision) return refuse('changed_meanwhile');
    await updateDocument(tx, key, { ...noDraft, revision: revision + 1 });
    await deleteRefusedWork(tx, publicationOf(key));
    return ok(null);
  });
}

/** True while a comparison of the hero's two titles is running. Implemented by marketing. */
export type IsHeadlineTestRunning = (db: Db) => Promise<boolean>;

const titlesOf = (body: unknown) => {
  const { title, comparedTitle } = (body as { hero: Record<string, unknown> }).hero;
  return JSON.stringify([title, comparedTitle]);
};

type Unproven = { ok: false; reason: 'unproven'; claims: string[] };

/** Returns the ledger of claims as published. */
export async function publishedLedger(db: Db): Promise<unknown> {
  return (await findDocument(db, 'claims'))?.published ?? documents.claims.initial;
}

type Claiming = { key: DocumentKey; body: unknown; ledger: unknown };

/**
 * Returns the figures and words of proof of a body that a live shop cannot show: neither the ledger
 * nor the default texts hold them. A demo shop shows all, and the ledger is its own proof.
 */
export function claimsWithoutProof({ settings }: Pick<Ctx, 'settings'>, claiming: Claiming): string[] {
  return settings.shopMode === 'live' ? unprovenIn(claiming) : [];
}

/** Returns the figures and words of proof that neither the ledger nor the default texts hold. */
function unprovenIn({ key, body, ledger }: Claiming): string[] {
  if (key === 'claims') return [];
  const entries = key === 'endorsements' ? unprovenEntries(body, ledger) : [];
  return [...unprovenClaims(body, [...textsIn(ledger), ...textsIn(documents[key].initial)]), ...entries];
}

/** Returns the words of others that the ledger does not hold. A single text of a body has none. */
function unprovenEntries(body: unknown, ledger: unknown): string[] {
  const [read, known] = [endorsementsSchema.safeParse(body), claimsSchema.safeParse(ledger)];
  return read.success ? unprovenEndorsements(read.data, known.data ?? { items: [] }) : [];
}

/** A published text that a live shop could not publish; `place` is that of its field in words. */
export type UnprovenText = { key: DocumentKey; title: string; place: string; claims: string[] };

/** Returns the published texts with claims without proof. A demo shop may have published some. */
export async function listUnprovenTexts(db: Db): Promise<UnprovenText[]> {
  const rows = await listDocuments(db);
  const published = (key: DocumentKey) => rows.find((row) => row.key === key)?.published ?? documents[key].initial;
  const ledger = published('claims');
  return documentKeys.flatMap((key) => {
    const { title, initial } = documents[key];
    const body = published(key);
    const texts = changesBetween(formSchema(key), initial, body).map(({ place, after }) => ({ place, body: after }));
    const entries = key === 'endorsements' ? [{ place: 'Entries', body }] : [];
    return [...texts, ...entries].flatMap(({ place, body: part }) => {
      const found = unprovenIn({ key, body: part, ledger });
      return found.length === 0 ? [] : [{ key, title, place, claims: found }];
    });
  });
}

type Change = { row: DocumentRow; body: unknown; isCompared: IsHeadlineTestRunning };

/** Returns why a body cannot be published, or null. */
async function publicationRefusal(
  tx: Db,
  ctx: Ctx,
  { row, body, isCompared }: Change,
): Promise<{ ok: false; reason: 'compared' } | Unproven | null> {
  const key = row.key as DocumentKey;
  const { initial } = documents[key];
  const before = withInitial(row.published ?? initial, initial);
  if (key === 'landing' && titlesOf(before) !== titlesOf(body) && (await isCompared(tx))) return refuse('compared');
  const unproven = claimsWithoutProof(ctx, { key, body, ledger: await publishedLedger(tx) });
  return unproven.length === 0 ? null : { ...refuse('unproven'), claims: unproven };
}

/** Returns a blog whose posts know the addresses that they leave. Null stays the default texts. */
function withMovedPosts(before: unknown, body: DocumentBody | null): DocumentBody | null {
  if (body === null) return null;
  const { posts } = body as unknown as Blog;
  return { ...body, posts: withFormerSlugs((before as Blog).posts, posts) };
}

type Published = { row: DocumentRow; actor: Actor; body: DocumentBody | null };

/**
 * Stores what pages show from now on, its version and the entry of the audit log. `row` is locked;
 * its draft stays.
 */
export async function storePublished(
  tx: Db,
  ctx: Pick<Ctx, 'now'>,
  { row, actor, body: input }: Published,
): Promise<void> {
  const key = row.key as DocumentKey;
  const { initial } = documents[key];
  const body = key === 'blog' ? withMovedPosts(row.published ?? initial, input) : input;
  await updateDocument(tx, key, { published: body, revision: row.revision + 1 });
  await insertVersion(tx, { key, body, publishedAt: ctx.now(), publishedBy: actor.email });
  const changes = changesBetween(formSchema(key), row.published ?? initial, body ?? initial).slice(0, shownChanges);
  await recordChange(tx, actor, {
    action: 'content.publish',
    subject: `content:${key}`,
    before: Object.fromEntries(changes.map((change) => [change.place, change.before])),
    after: Object.fromEntries(changes.map((change) => [change.place, change.after])),
  });
}

type Publish = { key: DocumentKey; actor: Actor; revision: number | null; isCompared: IsHeadlineTestRunning };
type Publication = Result<null, 'changed_meanwhile' | 'nothing' | 'invalid' | 'compared'> | Unproven;

/**
 * Publishes the draft: every process shows it at once. A null `revision` takes the draft as it is.
 * Refuses an invalid draft, titles that are being compared, and in a live shop a claim without an
 * entry in the ledger.
 */
export function publishDraft(ctx: Ctx, { key, actor, revision, isCompared }: Publish): Promise<Publication> {
  return inResultTransaction<Publication>(ctx.db, async (tx) => {
    const row = await lockDocument(tx, key);
    if (revision !== null && row.revision !== revision) return refuse('changed_meanwhile');
    return publishLocked(tx, ctx, { row, actor, isCompared });
  });
}

type Locked = { row: DocumentRow; actor: Actor; isCompared: IsHeadlineTestRunning };

/** Publishes the draft of a locked document. A refusal has written nothing. */
async function publishLocked(tx: Db, ctx: Ctx, { row, actor, isCompared }: Locked): Promise<Publication> {
  if (row.draft === null) return refuse('nothing');
  const key = row.key as DocumentKey;
  const { initial, schema } = documents[key];
  const read = schema.safeParse(withInitial(row.draft, initial));
  if (!read.success) return refuse('invalid');
  const refusal = await publicationRefusal(tx, ctx, { row, body: read.data, isCompared });
  if (refusal !== null) return refusal;
  await storePublished(tx, ctx, { row, actor, body: read.data });
  await updateDocument(tx, key, noDraft);
  await deleteRefusedWork(tx, publicationOf(key));
  return ok(null);
}

/** Returns why a publication was refused, with the claims that it is about. */
export function publicationSentence(refused: Exclude<Publication, { ok: true }>): string {
  if (refused.reason !== 'unproven') return contentRefusals[refused.reason];
  const claims = refused.claims.map((claim) => `“${claim}”`).join(', ');
  return `${contentRefusals.unproven} Unproven text: ${claims}.`;
}

/** Has the draft published at a time, or no longer if `at` is null. */
export function schedulePublication(
  ctx: Ctx,
  { key, revision, at }: ContentEdit & { at: Date | null },
): Promise<Result<null, 'changed_meanwhile' | 'nothing' | 'invalid' | 'past'>> {
  return inResultTransaction<Result<null, 'changed_meanwhile' | 'nothing' | 'invalid' | 'past'>>(ctx.db, async (tx) => {
    const row = await lockDocument(tx, key);
    if (row.revision !== revision) return refuse('changed_meanwhile');
    if (row.draft === null) return refuse('nothing');
    if (at !== null && at <= ctx.now()) return refuse('past');
    if (at !== null && Object.keys(issuesOf(key, row.draft)).length > 0) return refuse('invalid');
    await updateDocument(tx, key, { publishAt: at });
    await deleteRefusedWork(tx, publicationOf(key));
    return ok(null);
  });
}

/**
 * Publishes the draft of a document whose time has come, in the name of its editor. A refused one
 * keeps its draft and loses its time; the refusal is stored. No-op if another process was faster,
 * or if the time was changed.
 */
function publishDueOne(ctx: Ctx, key: DocumentKey, isCompared: IsHeadlineTestRunning): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockDocument(tx, key);
    const { publishAt } = row;
    if (publishAt === null || publishAt > ctx.now()) return;
    const actor = { id: null, email: row.draftBy ?? '', requestId: 'schedule' };
    const published = await publishLocked(tx, ctx, { row, actor, isCompared });
    if (published.ok) return;
    ctx.log.error({ document: key, reason: published.reason }, 'a scheduled publication was refused');
    await updateDocument(tx, key, { publishAt: null });
    await storeRefusedWork(tx, {
      ...publicationOf(key),
      title: `${documents[key].title} was not published on ${formatDateTime(publishAt)}`,
      reason: publicationSentence(published),
      path: `/admin/content/${key}`,
      refusedAt: ctx.now(),
    });
  });
}

/**
 * Publishes the drafts whose time has come. One that fails does not block the others; the failures
 * are thrown after all.
 */
export async function publishDue(ctx: Ctx, isCompared: IsHeadlineTestRunning): Promise<void> {
  const failures: unknown[] = [];
  for (const key of await listDueKeys(ctx.db, ctx.now())) {
    if (!isDocumentKey(key)) continue;
    await publishDueOne(ctx, key, isCompared).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} documents could not be published`);
}

type Restoration = { key: DocumentKey; versionId: number | null; isCompared: IsHeadlineTestRunning };
type Restored = Result<null, 'gone' | 'invalid' | 'compared'> | Unproven;

/**
 * Publishes an earlier version again; the default if `versionId` is null. A draft stays. Refuses
 * `gone`, `invalid` for a version that this version of the shop cannot show, and what publishing a
 * draft refuses.
 */
export function restoreVersion(ctx: Ctx, actor: Actor, { key, versionId, isCompared }: Restoration): Promise<Restored> {
  return inResultTransaction<Restored>(ctx.db, async (tx) => {
    const { initial, schema } = documents[key];
    const version = versionId === null ? null : await findVersion(tx, key, versionId);
    if (versionId !== null && version === null) return refuse('gone');
    const body = version?.body ?? null;
    const shown = withInitial(body ?? initial, initial);
    if (!schema.safeParse(shown).success) return refuse('invalid');
    const row = await lockDocument(tx, key);
    const refusal = await publicationRefusal(tx, ctx, { row, body: shown, isCompared });
    if (refusal !== null) return refusal;
    await storePublished(tx, ctx, { row, actor, body });
    return ok(null);
  });
}
