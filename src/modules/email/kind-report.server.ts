import { and, gte, inArray, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { mails } from './tables.server.ts';

export type MailCounts = { sent: number; waiting: number; failed: number };

/** How many mails of some kinds are owed since a moment, and how far they are. */
export async function mailCounts<Kind extends string>(
  db: Db,
  kinds: readonly Kind[],
  since: Date,
): Promise<Record<Kind, MailCounts>> {
  const rows = await db
    .select({ kind: mails.kind, state: mails.state, count: sql<number>`count(*)::int` })
    .from(mails)
    .where(and(inArray(mails.kind, [...kinds]), gte(mails.createdAt, since)))
    .groupBy(mails.kind, mails.state);
  const of = (kind: string, state: string) => rows.find((row) => row.kind === kind && row.state === state)?.count ?? 0;
  const counted = kinds.map((kind) => [
    kind,
    { sent: of(kind, 'sent'), waiting: of(kind, 'queued'), failed: of(kind, 'failed') },
  ]);
  return Object.fromEntries(counted) as Record<Kind, MailCounts>;
}
