import type { Ctx } from '#platform/ctx.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { upsertRun } from './retention.queries.server.ts';

/** Query for the `doctor` message about late parts. */
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Erases personal data past its retention period and logs the number of rows per part. The periods
 * are the brand's, in content/retention.ts. A failing part does not stop the others: its failure is
 * recorded, and thrown after all parts have run.
 */
export async function eraseOldData(ctx: Ctx, parts: readonly PersonalData[]): Promise<Record<string, number>> {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs);
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [name, erase] of parts.flatMap(({ retention = {} }) => Object.entries(retention))) {
    try {
      const { rowCount, isComplete } = await erase(ctx.db, daysAgo);
      counts[name] = rowCount;
      await upsertRun(ctx.db, { part: name, isComplete });
    } catch (error) {
      ctx.log.error({ err: error, part: name }, 'personal data could not be erased');
      failures.push(error);
      await upsertRun(ctx.db, { part: name, isComplete: false }).catch(() => undefined);
    }
  }
  ctx.log.info({ counts }, 'personal data forgotten');
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} parts of personal data were not erased`);
  return counts;
}
