import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

import { tokenHash } from '#platform/session/token.server.ts';

const isSession = (model: string) => model === 'session';

function hashedWhere(where: Where[]): Where[] {
  return where.map((one) => {
    if (one.field !== 'token') return one;
    const value = Array.isArray(one.value) ? one.value.map((token) => tokenHash(String(token))) : one.value;
    return { ...one, value: typeof value === 'string' ? tokenHash(value) : value };
  });
}

/** Returns the one token in a condition, in the browser's form. */
function tokenOf(where: Where[]): string | null {
  const value = where.find(({ field }) => field === 'token')?.value;
  return typeof value === 'string' ? value : null;
}

/**
 * Returns a stored session as the library must see it: with the queried token instead of the hash.
 */
function withToken<R>(row: R, token: string | null): R {
  if (token !== null && typeof row === 'object' && row !== null && 'token' in row) Reflect.set(row, 'token', token);
  return row;
}

function hashed(adapter: DBTransactionAdapter): DBTransactionAdapter {
  const where = <Q extends { model: string; where: Where[] }>(query: Q): Q =>
    isSession(query.model) ? { ...query, where: hashedWhere(query.where) } : query;
  const queriedToken = ({ model, where: conditions }: { model: string; where: Where[] }) =>
    isSession(model) ? tokenOf(conditions) : null;
  return {
    ...adapter,
    async create(query) {
      const token: unknown = isSession(query.model) ? Reflect.get(query.data, 'token') : undefined;
      if (typeof token !== 'string') return adapter.create(query);
      return withToken(await adapter.create({ ...query, data: { ...query.data, token: tokenHash(token) } }), token);
    },
    findOne: async (query) => withToken(await adapter.findOne(where(query)), queriedToken(query)),
    findMany: (query) => adapter.findMany(query.where === undefined ? query : where({ ...query, where: query.where })),
    update: async (query) => withToken(await adapter.update(where(query)), queriedToken(query)),
    updateMany: (query) => adapter.updateMany(where(query)),
    delete: (query) => adapter.delete(where(query)),
    deleteMany: (query) => adapter.deleteMany(where(query)),
    consumeOne: (query) => adapter.consumeOne(where(query)),
  };
}

/**
 * Wraps the library's database so that session tokens are hashed at rest. A reader of the table
 * cannot sign in with its contents.
 */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return { ...adapter, ...hashed(adapter), transaction: (work) => adapter.transaction((tx) => work(hashed(tx))) };
}
