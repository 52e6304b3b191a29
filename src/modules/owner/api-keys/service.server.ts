import { randomBytes } from 'node:crypto';

import type { Actor } from '#modules/ground/audit/rules.ts';
import { recordChange } from '#modules/ground/audit/service.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide, inTransaction } from '#platform/db/transaction.server.ts';
import { newToken, tokenHash } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { KeyRefusal } from './contract.ts';
import * as repo from './repo.server.ts';
import { bearerOf, type Scope } from './rules.ts';

const mostInUse = 50;
const longestName = 80;
const usedNotedMs = 60_000;

export type ApiKey = Omit<repo.KeyRow, 'hash'>;

function withoutHash({ hash: _hash, ...key }: repo.KeyRow): ApiKey {
  return key;
}

/** All keys, newest first, ended ones included; what they are made of is not known any more. */
export async function apiKeysOf(db: Db): Promise<ApiKey[]> {
  return (await repo.listKeys(db)).map(withoutHash);
}

/** Makes a key and gives it, this once: only its hash is stored. Refuses `no_name`, `no_scopes` and `too_many` (50 in use). */
export function createKey(
  ctx: Ctx,
  actor: Actor,
  given: { name: string; scopes: Scope[] },
): Promise<Result<{ id: string; key: string }, KeyRefusal>> {
  return decide(ctx.db, async (tx) => {
    const { name, scopes } = given;
    if (name === '' || name.length > longestName) return refuse('no_name');
    if (scopes.length === 0) return refuse('no_scopes');
    if ((await repo.countInUse(tx)) >= mostInUse) return refuse('too_many');
    const prefix = `shop_${randomBytes(4).toString('hex')}`;
    const key = `${prefix}_${newToken()}`;
    const row = { name, scopes, prefix, hash: tokenHash(key), createdBy: actor.email };
    const { id } = await repo.insertKey(tx, row);
    const after = { name, scopes, prefix };
    await recordChange(tx, actor, { action: 'api-key.create', subject: `api-key:${prefix}`, before: null, after });
    return ok({ id, key });
  });
}

/** Ends a key at once; one that has ended stays as it is. */
export function revokeKey(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const ended = await repo.takeRevoked(tx, id, ctx.now());
    if (ended === null) return;
    const { prefix, name, scopes } = ended;
    const subject = `api-key:${prefix}`;
    await recordChange(tx, actor, { action: 'api-key.revoke', subject, before: { name, scopes }, after: null });
  });
}

/** A key as the one who changes something: by its name and beginning, which is all that is known of it. */
export function actorOfKey({ name, prefix }: Pick<ApiKey, 'name' | 'prefix'>, requestId: string): Actor {
  return { id: null, email: `API key ${name} (${prefix}…)`, requestId };
}

/** The key of an Authorization header if it is in use, else null; its use is noted once a minute. */
export async function keyOf(ctx: Ctx, authorization: string | undefined): Promise<ApiKey | null> {
  const given = bearerOf(authorization);
  const found = given === null ? null : await repo.findInUse(ctx.db, tokenHash(given));
  if (found === null) return null;
  const now = ctx.now();
  const before = new Date(now.getTime() - usedNotedMs);
  if (found.lastUsedAt === null || found.lastUsedAt < before) {
    await repo.updateLastUsed(ctx.db, found.id, { now, before });
  }
  return withoutHash(found);
}
