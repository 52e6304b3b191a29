import { listCountedSeries, type CountedSeries } from '#modules/orders/find-documents.queries.server.ts';
import { modeNames } from '#modules/payments/payment-mode.ts';
import type { Database } from '#platform/db/database.server.ts';

import { fine, problem, type Finding } from './finding.ts';

const kindNames: Record<CountedSeries['kind'], string> = { invoice: 'invoices', credit_note: 'credit notes' };

function numberingFinding({ mode, kind, count, skipped, missing }: CountedSeries): Finding {
  const name = `Numbers for ${kindNames[kind]} (${modeNames[mode]})`;
  if (missing !== 0) return problem(`${name} have gaps: ${missing} of ${count + missing} are missing.`);
  const left = skipped === 0 ? '' : `, and ${skipped} skipped when the next number was raised`;
  return fine(`${name} have no gaps: ${count} issued${left}.`);
}

/** Checks each series of gapless numbers. None while the shop has given no such number. */
export async function numberingFindings({ db }: Pick<Database, 'db'>): Promise<Finding[]> {
  return (await listCountedSeries(db)).map(numberingFinding);
}
