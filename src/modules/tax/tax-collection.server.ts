import { z } from 'zod';

import type { Actor } from '#modules/audit/audit-log.ts';
import { recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import { listChangesAfter } from '#modules/audit/audit-log.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { Result } from '#shared/result.ts';

import { listCollection, lockCollection, storeCollection } from './tax-collection.queries.server.ts';
import { collectionRegions, type Collection } from './tax-collection.ts';

const subject = 'tax:collection';

/** Audited fields of the choice. Null while the question is open. */
const fieldsOf = (collection: Collection) => ({ collectsIn: collection?.toSorted() ?? null });

/** Returns where the shop collects tax, with the version token that an edit must send. */
export async function collectionView(db: Db): Promise<{ collection: Collection; version: string }> {
  const collection = await listCollection(db);
  return { collection, version: versionToken(fieldsOf(collection)) };
}

const logged = z.object({ collectsIn: z.array(z.string()).nullable() });

/** Returns where the shop collected tax at a moment, from today's choice and the audit log. */
export async function collectionOn(db: Db, at: Date): Promise<Collection> {
  const earliest = (await listChangesAfter(db, subject, at)).at(-1);
  return earliest === undefined ? listCollection(db) : logged.parse(earliest.before).collectsIn;
}

/**
 * Stores where the shop collects tax; an empty list means nowhere. Checkouts follow from their next
 * change; orders keep their tax. Refuses `changed_meanwhile`.
 */
export function decideCollection(
  ctx: Ctx,
  actor: Actor,
  { keys, version }: { keys: readonly string[]; version: string },
): Promise<Result<null, 'changed_meanwhile'>> {
  const chosen = collectionRegions.filter(({ key }) => keys.includes(key)).map(({ key }) => key);
  return inResultTransaction<Result<null, 'changed_meanwhile'>>(ctx.db, async (tx) => {
    await lockCollection(tx);
    const before = fieldsOf(await listCollection(tx));
    const store = () => storeCollection(tx, chosen);
    return recordEdit(tx, actor, { action: 'tax.collect', subject, before, after: fieldsOf(chosen), version, store });
  });
}
