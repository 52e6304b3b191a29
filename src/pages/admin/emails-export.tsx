import { capturesCsv, captureTriggers } from '#modules/persuading/marketing/list/service.server.ts';

import { adminLoader, csvFile } from './parts/loader.server.ts';

/** The list of addresses as a file for a spreadsheet. */
export const loader = adminLoader(async ({ ctx, query: { q, choice } }) =>
  csvFile(ctx, { name: 'emails', lines: await capturesCsv(ctx.db, { q, trigger: choice('from', captureTriggers) }) }),
);
