import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { hasRow, storedRow } from '#platform/db/one-row.server.ts';
import type { FullAddress } from '#shared/address.ts';

import type { SavedAddress } from './saved-addresses.ts';
import { savedAddresses } from './tables.server.ts';

const { id, street, line2, city, state, postalCode, country, isDefault } = savedAddresses;
const shown = { id, street, line2, city, state, postalCode, country, isDefault };
const own = (userId: string, addressId: string) => and(eq(id, addressId), eq(savedAddresses.userId, userId));

/**
 * Locks a customer's addresses for the transaction. Serialized changes guarantee one default and at
 * most 10 addresses.
 */
export async function lockAddresses(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 22))`);
}

/** Returns a customer's addresses, the default first, then oldest first. */
export function listAddresses(db: Db, userId: string): Promise<SavedAddress[]> {
  return db
    .select(shown)
    .from(savedAddresses)
    .where(eq(savedAddresses.userId, userId))
    .orderBy(desc(isDefault), asc(savedAddresses.createdAt));
}

export async function insertAddress(tx: Db, userId: string, address: FullAddress): Promise<string> {
  const values = { ...address, userId };
  return (await storedRow(tx.insert(savedAddresses).values(values).returning({ id }))).id;
}

export function updateAddress(tx: Db, userId: string, { id: addressId, ...address }: FullAddress & { id: string }) {
  return hasRow(tx.update(savedAddresses).set(address).where(own(userId, addressId)).returning({ id }));
}

export async function updateToDefault(tx: Db, userId: string, addressId: string): Promise<void> {
  await tx.update(savedAddresses).set({ isDefault: false }).where(eq(savedAddresses.userId, userId));
  await tx.update(savedAddresses).set({ isDefault: true }).where(own(userId, addressId));
}

export function deleteAddress(tx: Db, userId: string, addressId: string): Promise<boolean> {
  return hasRow(tx.delete(savedAddresses).where(own(userId, addressId)).returning({ id }));
}
