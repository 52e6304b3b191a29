import { wantsEmails } from '#modules/marketing/automations.queries.server.ts';
import { captureColumns, captureTriggers } from '#modules/marketing/list-captures.server.ts';
import { listCaptures } from '#modules/marketing/email-capture.queries.server.ts';
import { csvOf } from '#platform/http/csv.server.ts';

import { adminLoader, csvFile } from './admin-loader.server.ts';

/** Exports the captured addresses, without those that have unsubscribed since. */
export const loader = adminLoader((page) => {
  const { ctx, query } = page;
  const trigger = query.choice('from', captureTriggers);
  const rows = query.eachPage((limits) =>
    listCaptures(ctx.db, { trigger, which: (left) => wantsEmails(ctx.db, left), ...limits }),
  );
  return csvFile(page, { name: 'emails', lines: csvOf(captureColumns, rows) });
});
