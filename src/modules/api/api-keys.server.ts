import { randomBytes, randomUUID } from 'node:crypto';

import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';

import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import { newToken, tokenHash } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { KeyRefusal } from './api-keys.schema.ts';
import { bearerOf, type Scope } from './api-keys.ts';
import { apiKeys } from './tables.server.ts';

const maxInUse = 50;
const longestName = 80;
const usageIntervalMs = 60_000;

type KeyRow = typeof apiKeys.$inferSelect;
export type ApiKey = Omit<KeyRow, 'hash'>;

const withoutHash = ({ hash: _hash, ...key }: KeyRow): ApiKey => key;
const isInUse = isNull(apiKeys.revokedAt);

/** Lists all keys without their hashes, newest first, including revoked ones. */
export async function apiKeysOf(db: Db): Promise<ApiKey[]> {
  const rows = await db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(withoutHash);
}

/**
 * Creates a key and returns it once, because only its hash is stored. Refuses `no_name`,
 * `no_scopes` and `too_many` (50 in use).
 */
export function createKey(
  ctx: Ctx,
  actor: Actor,
  input: { name: string; scopes: Scope[] },
): Promise<Result<{ id: string; key: string }, KeyRefusal>> {
  return decide(ctx.db, async (tx) => {
    const { name, scopes } = input;
    if (name === '' || name.length > longestName) return refuse('no_name');
    if (scopes.length === 0) return refuse('no_scopes');
    if ((await tx.$count(apiKeys, isInUse)) >= maxInUse) return refuse('too_many');
    const prefix = `shop_${randomBytes(4).toString('hex')}`;
    const key = `${prefix}_${newToken()}`;
    const row = { id: randomUUID(), name, scopes, prefix, hash: tokenHash(key), createdBy: actor.email };
    await tx.insert(apiKeys).values(row);
    const after = { name, scopes, prefix };
    await recordChange(tx, actor, { action: 'api-key.create', subject: `api-key:${prefix}`, before: null, after });
    return ok({ id: row.id, key });
  });
}

/** Revokes a key at once. No-op if it is already revoked. */
export function revokeKey(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const isThis = and(eq(apiKeys.id, id), isInUse);
    const ended = await firstRow(tx.update(apiKeys).set({ revokedAt: ctx.now() }).where(isThis).returning());
    if (ended === null) return;
    const { prefix, name, scopes } = ended;
    const subject = `api-key:${prefix}`;
    await recordChange(tx, actor, { action: 'api-key.revoke', subject, before: { name, scopes }, after: null });
  });
}

/**
 * Returns the audit actor of a key, by its name and prefix. Nothing else of a key is stored
 * readably.
 */
export function actorOfKey({ name, prefix }: Pick<ApiKey, 'name' | 'prefix'>, requestId: string): Actor {
  return { id: null, email: `API key ${name} (${prefix}…)`, requestId };
}

/**
 * Returns the key of an Authorization header if it is in use, else null. Records its use at most
 * once a minute.
 */
export async function keyOf(ctx: Ctx, authorization: string | undefined): Promise<ApiKey | null> {
  const token = bearerOf(authorization);
  if (token === null) return null;
  const isThis = and(eq(apiKeys.hash, tokenHash(token)), isInUse);
  const found = await firstRow(ctx.db.select().from(apiKeys).where(isThis));
  if (found === null) return null;
  const now = ctx.now();
  const before = new Date(now.getTime() - usageIntervalMs);
  if (found.lastUsedAt === null || found.lastUsedAt < before) {
    const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before));
    await ctx.db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, found.id), isOld));
  }
  return withoutHash(found);
}
