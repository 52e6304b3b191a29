import { wantsEmails } from '#modules/marketing/automations.server.ts';
import { capturesCsv, captureTriggers } from '#modules/marketing/list-captures.server.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';

/** Exports the captured addresses for a spreadsheet, without those that have unsubscribed since. */
export const loader = adminLoader(async ({ ctx, query: { q, choice } }) => {
  const trigger = choice('from', captureTriggers);
  const lines = await capturesCsv(ctx.db, { q, trigger, which: (left) => wantsEmails(ctx.db, left) });
  return csvFile(ctx, { name: 'emails', lines });
});
