import { stringify } from 'csv-stringify/sync';

import type { Db } from '#platform/db/database.server.ts';

import { dialogTriggers } from './email-capture.ts';
import { listCaptures, type CaptureQuery } from './email-capture.queries.server.ts';

export { deleteCapturesAt, findCapture, listCaptures, type CaptureRow } from './email-capture.queries.server.ts';

export const captureTriggers = ['', 'newsletter', ...dialogTriggers] as const;

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
export async function capturesCsv(db: Db, query: Pick<CaptureQuery, 'q' | 'trigger' | 'which'>): Promise<string> {
  const rows = await listCaptures(db, { ...query, limit: maxExported, offset: 0 });
  const cast = { date: (moment: Date) => moment.toISOString() };
  return stringify(rows, { header: true, columns, cast, escape_formulas: true });
}
