import { and, asc, desc, eq, sql } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { hasRow, insertedRow } from '#platform/db/rows.server.ts';
import type { Address } from '#shared/address.ts';

import type { SavedAddress } from './saved-addresses.ts';
import { savedAddresses } from './tables.server.ts';

const { id, street, line2, city, state, postalCode, country, isDefault } = savedAddresses;
const columns = { id, street, line2, city, state, postalCode, country, isDefault };
const isOwn = (userId: string, addressId: string) => and(eq(id, addressId), eq(savedAddresses.userId, userId));

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
    .select(columns)
    .from(savedAddresses)
    .where(eq(savedAddresses.userId, userId))
    .orderBy(desc(isDefault), asc(savedAddresses.createdAt));
}

export async function insertAddress(tx: Db, userId: string, address: Address): Promise<string> {
  const values = { ...address, userId };
  return (await insertedRow(tx.insert(savedAddresses).values(values).returning({ id }))).id;
}

export function updateAddress(tx: Db, userId: string, { id: addressId, ...address }: Address & { id: string }) {
  return hasRow(tx.update(savedAddresses).set(address).where(isOwn(userId, addressId)).returning({ id }));
}

/** Makes an address the only default of a customer. */
export async function updateDefault(tx: Db, userId: string, addressId: string): Promise<void> {
  await tx.update(savedAddresses).set({ isDefault: false }).where(eq(savedAddresses.userId, userId));
  await tx.update(savedAddresses).set({ isDefault: true }).where(isOwn(userId, addressId));
}

export function deleteAddressRow(tx: Db, userId: string, addressId: string): Promise<boolean> {
  return hasRow(tx.delete(savedAddresses).where(isOwn(userId, addressId)).returning({ id }));
}
