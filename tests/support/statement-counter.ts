import { inject } from 'vitest';

import { openSqlRecorder } from '../../bench/support/sql-recorder.ts';
import { openDatabase } from '../../src/platform/db/database.server.ts';
import { createPageCache } from '../../src/platform/http/page-cache.server.ts';
import { newPostgresDatabase } from './postgres-database.ts';
import { openTestShop } from './shop.ts';

/**
 * Matches statements that are not counted: transaction control, queues, notifications and the
 * sandbox that stands in for the provider.
 */
const isUncounted = /^(?:begin|commit|listen|savepoint|release)|pgboss|\bsandbox_|hashtextextended\(\$1, 7\)/i;

/** Opens a shop on a separate PostgreSQL that reports the statements of a call. */
export async function openCountedShop() {
  const { url, drop } = await newPostgresDatabase(inject('postgresTemplate'));
  const wire = await openSqlRecorder(url);
  const database = await openDatabase({ databaseUrl: wire.url, onError: () => undefined });
  const shop = await openTestShop({ database });
  // Published texts are cached, as in a running shop.
  shop.ctx.cacheLifetime = createPageCache();
  return {
    shop,
    /** Returns the beginning of each statement that `work` sends. */
    async statementsOf(work: () => Promise<unknown>): Promise<string[]> {
      const sent = await wire.during(async () => void (await work()));
      return sent
        .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
        .filter((text) => !isUncounted.test(text))
        .map((text) => text.slice(0, 100));
    },
    async close() {
      await shop.close();
      wire.close();
      await drop();
    },
  };
}
