import { exportPerson } from '#modules/privacy/export-erase.server.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import type { Limit } from '#platform/limits/limits.server.ts';

import { recordExport } from '../record-export.server.ts';
import { customerLoader } from './customer-loader.server.ts';

const downloads: Limit = { name: 'my-data', points: 10, seconds: 3_600 };

/** Serves all data that the shop stores about the signed-in person as a file. */
export const loader = customerLoader(async (page) => {
  const { ctx, limits, user } = page;
  if (!(await limits.consume(downloads, user.id))) throw new Response('Please try again later.', { status: 429 });
  const records = await exportPerson(ctx, shopPersonalData, user);
  await recordExport(page);
  return new Response(JSON.stringify(records, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    },
  });
});
