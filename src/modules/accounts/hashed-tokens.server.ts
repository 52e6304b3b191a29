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

/** The one token that a condition names, as the browser has it. */
function tokenOf(where: Where[]): string | null {
  const value = where.find(({ field }) => field === 'token')?.value;
  return typeof value === 'string' ? value : null;
}

/** A stored session as the library must see it: with the token that it asked by, not with the hash. */
function withToken<R>(row: R, token: string | null): R {
  if (token !== null && typeof row === 'object' && row !== null && 'token' in row) Reflect.set(row, 'token', token);
  return row;
}

function hashed(adapter: DBTransactionAdapter): DBTransactionAdapter {
  const where = <Q extends { model: string; where: Where[] }>(query: Q): Q =>
    isSession(query.model) ? { ...query, where: hashedWhere(query.where) } : query;
  const asked = ({ model, where: given }: { model: string; where: Where[] }) =>
    isSession(model) ? tokenOf(given) : null;
  return {
    ...adapter,
    async create(query) {
      const token: unknown = isSession(query.model) ? Reflect.get(query.data, 'token') : undefined;
      if (typeof token !== 'string') return adapter.create(query);
      return withToken(await adapter.create({ ...query, data: { ...query.data, token: tokenHash(token) } }), token);
    },
    findOne: async (query) => withToken(await adapter.findOne(where(query)), asked(query)),
    findMany: (query) => adapter.findMany(query.where === undefined ? query : where({ ...query, where: query.where })),
    update: async (query) => withToken(await adapter.update(where(query)), asked(query)),
    updateMany: (query) => adapter.updateMany(where(query)),
    delete: (query) => adapter.delete(where(query)),
    deleteMany: (query) => adapter.deleteMany(where(query)),
    consumeOne: (query) => adapter.consumeOne(where(query)),
  };
}

/** The library's database with session tokens hashed at rest: who reads the table cannot sign in with what it holds. */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return { ...adapter, ...hashed(adapter), transaction: (work) => adapter.transaction((tx) => work(hashed(tx))) };
}
