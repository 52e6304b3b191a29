import { createHmac } from 'node:crypto';

import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { findHeadlineTest, storeHeadlineTest } from './headline-test.queries.server.ts';
import { headlineTestId, type Variant } from './headline-test.ts';

/** Starts a new headline test, or ends the running one. No-op if nothing changes. */
export function switchHeadlineTest(ctx: Ctx, actor: Actor, isOn: boolean): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await findHeadlineTest(tx);
    if (before.isOn === isOn) return;
    await storeHeadlineTest(tx, { isOn, ...(isOn || before.since === null ? { since: ctx.now() } : {}) });
    const change = { action: 'experiment.switch', subject: `experiment:${headlineTestId}` };
    await recordChange(tx, actor, { ...change, before: { isOn: before.isOn }, after: { isOn } });
  });
}

type Person = { ip: string; userAgent: string };

/**
 * Assigns a variant by hash, so that a visitor always sees the same one and nothing is stored about
 * them.
 */
function variantOf(secret: string, { ip, userAgent }: Person): Variant {
  const hash = createHmac('sha256', secret).update(`${headlineTestId}|${ip}|${userAgent}`).digest();
  return hash.readUInt8(0) % 2 === 0 ? 'a' : 'b';
}

/** Caches whether the headline test is running, so that requests do not query it. */
export function createHeadlines(ctx: Ctx) {
  let isOn = false;
  return {
    async load() {
      try {
        ({ isOn } = await findHeadlineTest(ctx.db));
      } catch (error) {
        ctx.log.warn({ err: error }, 'the headline test could not be read');
      }
    },
    /** Returns the headline variant of a visitor. Null while no test runs. */
    variantOf: (person: Person) => (isOn ? variantOf(ctx.settings.sessionSecret, person) : null),
  };
}
