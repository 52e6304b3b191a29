import type { Ctx } from '#platform/ctx.server.ts';

import * as repo from './repo.server.ts';

/** Forgets personal data whose time is over, and logs how much of what; the periods are the brand's, in content/retention.ts. */
export async function forgetPersonalData(ctx: Ctx): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of repo.forgettings) counts[name] = await repo.forget(ctx.db, name, ctx.now());
  ctx.log.info({ counts }, 'personal data forgotten');
  return counts;
}
