import { recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { Result } from '#shared/result.ts';

import { defaultDelivery, noticeKindNames, type Preferences } from './notification-kinds.ts';
import { deleteSummaryLines, listPreferences, upsertPreferences } from './notifications.queries.server.ts';

type Stored = Awaited<ReturnType<typeof listPreferences>>;

/** Stored preferences, with the default for every other kind. */
function completed(stored: Stored): Preferences {
  const defaults = noticeKindNames.map((kind) => [kind, defaultDelivery]);
  const own = stored.map(({ kind, delivery }) => [kind, delivery]);
  return Object.fromEntries([...defaults, ...own]) as Preferences;
}

/** Returns a look-up of every admin's preferences. */
export async function allPreferences(db: Db): Promise<(userId: string) => Preferences> {
  const stored = Map.groupBy(await listPreferences(db), ({ userId }) => userId);
  return (userId) => completed(stored.get(userId) ?? []);
}

/** Returns an admin's preferences and the version token of their form. */
export async function preferencesView(db: Db, userId: string): Promise<{ preferences: Preferences; version: string }> {
  const preferences = completed(await listPreferences(db, userId));
  return { preferences, version: versionToken(preferences) };
}

type Edit = { userId: string; version: string; preferences: Preferences };

/** Stores an admin's preferences. Refuses `changed_meanwhile`. */
export function editPreferences(
  ctx: Pick<Ctx, 'db'>,
  actor: Actor,
  { userId, version, preferences: after }: Edit,
): Promise<Result<null, 'changed_meanwhile'>> {
  return inResultTransaction(ctx.db, async (tx) => {
    const before = completed(await listPreferences(tx, userId));
    const store = async () => {
      await upsertPreferences(tx, userId, after);
      for (const kind of noticeKindNames) if (after[kind] === 'off') await deleteSummaryLines(tx, userId, kind);
    };
    const subject = `user:${userId}`;
    return recordEdit(tx, actor, { action: 'notifications.edit', subject, before, after, version, store });
  });
}
