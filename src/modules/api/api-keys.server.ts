import { randomBytes, randomUUID } from 'node:crypto';

import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { newToken, tokenHash } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  countKeysInUse,
  findKeyInUse,
  insertKey,
  listKeys,
  storeUse,
  markRevoked,
  type KeyRow,
} from './api-keys.queries.server.ts';
import type { KeyRefusal } from './api-keys.schema.ts';
import { bearerOf, type Scope } from './api-keys.ts';

const maxInUse = 50;
const maxNameLength = 80;
const usageIntervalMs = 60_000;

export type ApiKey = Omit<KeyRow, 'hash'>;

const withoutHash = ({ hash: _hash, ...key }: KeyRow): ApiKey => key;

/** Lists all keys without their hashes, newest first, including revoked ones. */
export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  return (await listKeys(db)).map(withoutHash);
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
  return inResultTransaction(ctx.db, async (tx) => {
    const { name, scopes } = input;
    if (name === '' || name.length > maxNameLength) return refuse('no_name');
    if (scopes.length === 0) return refuse('no_scopes');
    if ((await countKeysInUse(tx)) >= maxInUse) return refuse('too_many');
    const prefix = `shop_${randomBytes(4).toString('hex')}`;
    const key = `${prefix}_${newToken()}`;
    const row = { id: randomUUID(), name, scopes, prefix, hash: tokenHash(key), createdBy: actor.email };
    await insertKey(tx, row);
    const after = { name, scopes, prefix };
    await recordChange(tx, actor, { action: 'api-key.create', subject: `api-key:${prefix}`, before: null, after });
    return ok({ id: row.id, key });
  });
}

/** Revokes a key at once. No-op if it is already revoked. */
export function revokeKey(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const revoked = await markRevoked(tx, id, ctx.now());
    if (revoked === null) return;
    const { prefix, name, scopes } = revoked;
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
export async function authenticateApiKey(ctx: Ctx, authorization: string | undefined): Promise<ApiKey | null> {
  const token = bearerOf(authorization);
  if (token === null) return null;
  const found = await findKeyInUse(ctx.db, tokenHash(token));
  if (found === null) return null;
  const now = ctx.now();
  const before = new Date(now.getTime() - usageIntervalMs);
  if (found.lastUsedAt === null || found.lastUsedAt < before) await storeUse(ctx.db, found.id, { at: now, before });
  return withoutHash(found);
}
