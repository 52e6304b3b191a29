import { and, desc, eq, type SQL } from 'drizzle-orm';
import { stringify } from 'csv-stringify/sync';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { hasWords } from '#platform/db/word-search.server.ts';

import { dialogTriggers, type CaptureTrigger } from './email-capture.ts';
import { emailCaptures } from './tables.server.ts';

export const captureTriggers = ['', 'newsletter', ...dialogTriggers] as const;
export type Capture = typeof emailCaptures.$inferSelect;
type Query = {
  q: string;
  trigger: CaptureTrigger | '';
  limit: number;
  offset: number;
  /** Additional condition of another module. */
  which: (left: Pick<typeof emailCaptures, 'email' | 'createdAt'>) => SQL;
};

/** Lists captured addresses, newest first. An address captured twice appears twice. */
export function capturesOf(db: Db, { q, trigger, limit, offset, which }: Query): Promise<Capture[]> {
  return db
    .select()
    .from(emailCaptures)
    .where(
      and(
        hasWords([emailCaptures.email], q),
        trigger === '' ? undefined : eq(emailCaptures.trigger, trigger),
        which(emailCaptures),
      ),
    )
    .orderBy(desc(emailCaptures.createdAt), desc(emailCaptures.id))
    .limit(limit)
    .offset(offset);
}

export const captureById = (db: Db, id: string): Promise<Capture | null> =>
  firstRow(db.select().from(emailCaptures).where(eq(emailCaptures.id, id)));

/** Max exported rows. A shop with more addresses exports by search. */
const maxExported = 100_000;

const columns = {
  email: 'email',
  trigger: 'came_from',
  discountPercent: 'discount_percent',
  consentVersion: 'consent_version',
  createdAt: 'consented_at',
};

/** Returns captures as CSV. Cells that a spreadsheet would run as a formula are escaped. */
export async function capturesCsv(db: Db, query: Pick<Query, 'q' | 'trigger' | 'which'>): Promise<string> {
  const rows = await capturesOf(db, { ...query, limit: maxExported, offset: 0 });
  const cast = { date: (moment: Date) => moment.toISOString() };
  return stringify(rows, { header: true, columns, cast, escape_formulas: true });
}
