import { and, desc, eq, ilike } from 'drizzle-orm';
import { stringify } from 'csv-stringify/sync';

import type { Db } from '#platform/db/database.server.ts';
import { containing } from '#shared/pattern.ts';

import { dialogTriggers, type CaptureTrigger } from '../rules.ts';
import { emailCaptures } from '../tables.server.ts';

export const captureTriggers = ['', 'newsletter', ...dialogTriggers] as const;
export type Capture = typeof emailCaptures.$inferSelect;
type Asked = { q: string; trigger: CaptureTrigger | ''; limit: number; offset: number };

/** Addresses that were left, newest first; one that was left twice is there twice. */
export function capturesOf(db: Db, { q, trigger, limit, offset }: Asked): Promise<Capture[]> {
  return db
    .select()
    .from(emailCaptures)
    .where(
      and(
        q === '' ? undefined : ilike(emailCaptures.email, containing(q)),
        trigger === '' ? undefined : eq(emailCaptures.trigger, trigger),
      ),
    )
    .orderBy(desc(emailCaptures.createdAt), desc(emailCaptures.id))
    .limit(limit)
    .offset(offset);
}

/** Most rows of one file: a shop with more exports by search. */
export const mostExported = 100_000;

/** The same as a table for a spreadsheet; a text that a spreadsheet would run as a formula is disarmed. */
export async function capturesCsv(db: Db, asked: Pick<Asked, 'q' | 'trigger'>): Promise<string> {
  const rows = await capturesOf(db, { ...asked, limit: mostExported, offset: 0 });
  const lines = rows.map(({ email, trigger, discountPercent, consentVersion, createdAt }) => ({
    email,
    came_from: trigger,
    discount_percent: discountPercent,
    consent_version: consentVersion,
    consented_at: createdAt.toISOString(),
  }));
  const columns = ['email', 'came_from', 'discount_percent', 'consent_version', 'consented_at'];
  return stringify(lines, { header: true, columns, escape_formulas: true });
}
