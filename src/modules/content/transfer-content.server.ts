import { z } from 'zod';

import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { insertGivenPicture, listPicturesNamed } from './content-pictures.queries.server.ts';
import { listDocuments, lockDocument } from './content.queries.server.ts';
import { withInitial } from './content.server.ts';
import { documentKeys, documents, isDocumentKey } from './documents.server.ts';
import { claimsWithoutProof, storePublished } from './edit-content.server.ts';

const picture = z.strictObject({
  id: z.uuid(),
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
  widths: z.array(z.int()).min(1).max(6),
  files: z
    .array(
      z.strictObject({
        name: z.string().regex(/^\d{1,4}\.(avif|webp|jpg)$/),
        kind: z.string().regex(/^image\/(avif|webp|jpeg)$/),
        base64: z.base64(),
      }),
    )
    .min(1),
});

/** A shop's texts and uploaded pictures as one file. */
const contentFile = z.strictObject({
  format: z.literal('halorosa-content-1'),
  documents: z.record(z.string(), z.unknown()),
  pictures: z.array(picture),
});

export type ContentFile = z.infer<typeof contentFile>;

/** Returns every document as published, or its default, with the uploaded pictures. */
export async function exportContent(db: Db): Promise<ContentFile> {
  const rows = await listDocuments(db);
  const bodies = documentKeys.map((key) => {
    const { initial } = documents[key];
    return [key, withInitial(rows.find((row) => row.key === key)?.published ?? initial, initial)] as const;
  });
  const pictures = await listPicturesNamed(db, JSON.stringify(bodies));
  return { format: 'halorosa-content-1', documents: Object.fromEntries(bodies), pictures };
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

function parsedFile(text: string): ContentFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ContentFileProblem(['The file is not JSON.']);
  }
  const read = contentFile.safeParse(value);
  if (!read.success) throw new ContentFileProblem(problemsOf(read.error, ''));
  return read.data;
}

type ImportCtx = Pick<Ctx, 'db' | 'now' | 'settings'>;

/**
 * Publishes the documents of a file, all or none, and returns their number. Documents that the file
 * lacks stay, drafts too. Throws `ContentFileProblem` with every problem of the file.
 */
export async function importContent(ctx: ImportCtx, actor: Actor, text: string): Promise<number> {
  const file = parsedFile(text);
  const problems: string[] = [];
  const bodies = Object.entries(file.documents).flatMap(([key, body]) => {
    if (!isDocumentKey(key)) {
      problems.push(`${key}: this shop has no such document`);
      return [];
    }
    const { schema, initial } = documents[key];
    const read = schema.safeParse(withInitial(body, initial));
    if (!read.success) problems.push(...problemsOf(read.error, key));
    problems.push(
      ...claimsWithoutProof(ctx, key, read.data).map((claim) => `${key}: “${claim}” has no proof in the ledger`),
    );
    return read.success ? [{ key, body: read.data }] : [];
  });
  if (problems.length > 0) throw new ContentFileProblem(problems);
  await inTransaction(ctx.db, async (tx) => {
    for (const one of file.pictures) await insertGivenPicture(tx, one);
    for (const { key, body } of bodies) {
      await storePublished(tx, ctx, { row: await lockDocument(tx, key), actor, body });
    }
  });
  return bodies.length;
}
