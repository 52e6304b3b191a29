import { z } from 'zod';

import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { textOfFile, type TextFileRefusal } from '#shared/text-of-file.ts';

import { insertGivenPicture, listPicturesNamed } from './content-pictures.queries.server.ts';
import { listDocuments, lockDocument } from './content.queries.server.ts';
import { withInitial } from './content.server.ts';
import { documentKeys, documents, isDocumentKey } from './documents.server.ts';
import { claimsWithoutProof, publishedLedger, storePublished } from './edit-content.server.ts';

/** Uploaded picture with its encoded files. */
export const givenPicture = z.strictObject({
  id: z.uuid(),
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
  widths: z.array(z.int()).min(1).max(6),
  files: z
    .array(
      z.strictObject({
        name: z.string().regex(/^\d{1,4}\.(avif|webp|jpg|png)$/),
        kind: z.string().regex(/^image\/(avif|webp|jpeg|png)$/),
        base64: z.base64(),
      }),
    )
    .min(1),
});

/** A shop's texts, uploaded pictures and product as one file. */
const contentFile = z.strictObject({
  format: z.literal('halorosa-content-1'),
  /** Missing in files of earlier versions. */
  product: z.unknown().optional(),
  documents: z.record(z.string(), z.unknown()),
  pictures: z.array(givenPicture),
});

type ContentFile = z.infer<typeof contentFile>;

/** The product in the file. Implemented by the catalog. */
export type ProductTransfer = {
  schema: z.ZodType;
  read: (db: Db) => Promise<unknown>;
  /** Stores a product that the schema accepts. Returns why it cannot, as a sentence, or null. */
  store: (tx: Db, actor: Actor, product: unknown) => Promise<string | null>;
};

/** Returns the product, and every document as published, or its default, with its pictures. */
export async function exportContent(db: Db, product: ProductTransfer): Promise<ContentFile> {
  const rows = await listDocuments(db);
  const bodies = documentKeys.map((key) => {
    const { initial } = documents[key];
    return [key, withInitial(rows.find((row) => row.key === key)?.published ?? initial, initial)] as const;
  });
  const pictures = await listPicturesNamed(db, JSON.stringify(bodies));
  const documentsByKey = Object.fromEntries(bodies);
  return { format: 'halorosa-content-1', product: await product.read(db), documents: documentsByKey, pictures };
}

/** A file that cannot be imported, with one sentence for each place in it. */
export class ContentFileProblem extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const problemsOf = (error: z.ZodError, at: string) =>
  error.issues.map(({ path, message }) => `${[at, ...path].filter((part) => part !== '').join('.')}: ${message}`);

const fileProblems: Record<TextFileRefusal, string> = {
  too_large: 'The file is larger than 500 MB.',
  workbook: 'The file isn’t valid JSON.',
  not_text: 'The file isn’t valid JSON.',
};

/** Max size of a file. One with all texts and 200 pictures has about 100 MB. */
const maxFileBytes = 500_000_000;

function parsedFile(bytes: Uint8Array): ContentFile {
  const text = textOfFile(bytes, maxFileBytes);
  if (!text.ok) throw new ContentFileProblem([fileProblems[text.reason]]);
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch {
    throw new ContentFileProblem(['The file isn’t valid JSON.']);
  }
  const read = contentFile.safeParse(value);
  if (!read.success) throw new ContentFileProblem(problemsOf(read.error, ''));
  return read.data;
}

type Imported = { documents: number; hasProduct: boolean };
type ImportCtx = Pick<Ctx, 'db' | 'now' | 'settings'> & { product: ProductTransfer };

/**
 * Publishes the documents of a file and changes the product, all or nothing. What the file lacks
 * stays, drafts too. Its texts rest on its own ledger of claims. Throws `ContentFileProblem` with
 * every problem of the file.
 */
export async function importContent(ctx: ImportCtx, actor: Actor, bytes: Uint8Array): Promise<Imported> {
  const file = parsedFile(bytes);
  const ledger = file.documents.claims ?? (await publishedLedger(ctx.db));
  const product = file.product === undefined ? null : ctx.product.schema.safeParse(file.product);
  const problems = product?.error === undefined ? [] : problemsOf(product.error, 'product');
  const bodies = Object.entries(file.documents).flatMap(([key, body]) => {
    if (!isDocumentKey(key)) {
      problems.push(`${key}: this shop doesn’t have this document`);
      return [];
    }
    const { schema, initial } = documents[key];
    const read = schema.safeParse(withInitial(body, initial));
    if (!read.success) problems.push(...problemsOf(read.error, key));
    problems.push(
      ...claimsWithoutProof(ctx, { key, body: read.data, ledger }).map(
        (claim) => `${key}: “${claim}” has no proof under Claims and proof`,
      ),
    );
    return read.success ? [{ key, body: read.data }] : [];
  });
  if (problems.length > 0) throw new ContentFileProblem(problems);
  await inTransaction(ctx.db, async (tx) => {
    for (const one of file.pictures) await insertGivenPicture(tx, one);
    for (const { key, body } of bodies) {
      await storePublished(tx, ctx, { row: await lockDocument(tx, key), actor, body });
    }
    if (product === null) return;
    const problem = await ctx.product.store(tx, actor, product.data);
    if (problem !== null) throw new ContentFileProblem([`product: ${problem}`]);
  });
  return { documents: bodies.length, hasProduct: product !== null };
}
