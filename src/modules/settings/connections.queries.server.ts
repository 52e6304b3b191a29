import { eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import type { ConnectionName } from './connections.ts';
import { connections } from './tables.server.ts';

/** Channel on which every process hears of a change. */
export const connectionsChanged = 'connections_changed';

export type StoredConnection = typeof connections.$inferSelect;

export function listConnections(db: Db): Promise<StoredConnection[]> {
  return db.select().from(connections).orderBy(connections.name);
}

/** Locks a connection until the transaction ends, whether it is stored already or not. */
export async function lockConnection(tx: Db, name: ConnectionName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connections ${name}`}, 0))`);
}

/** Notifies every process of a change, once the transaction commits. */
export async function announceConnections(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${connectionsChanged}, '')`);
}

export async function upsertConnection(tx: Db, row: StoredConnection): Promise<void> {
  await tx.insert(connections).values(row).onConflictDoUpdate({ target: connections.name, set: row });
}

export async function deleteConnection(tx: Db, name: ConnectionName): Promise<void> {
  await tx.delete(connections).where(eq(connections.name, name));
}
