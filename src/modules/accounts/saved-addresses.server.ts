import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import { addressIssues, addressFromInput, type AddressPart, type Address } from '#shared/address.ts';
import type { Issues } from '#shared/form-issues.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import type { AddressRefusal } from './accounts.schema.ts';
import {
  deleteAddressRow,
  insertAddress,
  listAddresses,
  lockAddresses,
  updateAddress,
  updateDefault,
} from './saved-addresses.queries.server.ts';
import { maxAddresses, type SavedAddress } from './saved-addresses.ts';

export async function findAddress(db: Db, userId: string, id: string): Promise<SavedAddress | null> {
  return (await listAddresses(db, userId)).find((one) => one.id === id) ?? null;
}

export type Saving = {
  /** Id of the address to change; null adds one. */
  id: string | null;
  /** Address as typed. */
  draft: Partial<Address>;
  /**
   * True to make it the default for the next shipment. The first address always becomes the
   * default.
   */
  makeDefault: boolean;
};

type SaveResult = Result<string, AddressRefusal | 'invalid'> & { issues?: Issues<AddressPart> };

/**
 * Stores an address by the rules of its country and returns its id. Refuses `invalid` with the
 * issues, the 11th address, and an id of another customer.
 */
export async function saveAddress(db: Db, userId: string, saving: Saving): Promise<SaveResult> {
  const address = addressFromInput(saving.draft);
  const issues = addressIssues(address);
  if (Object.keys(issues).length > 0) return { ...refuse('invalid'), issues };
  const { id } = saving;
  if (id !== null && !isUuid(id)) return refuse('unknown_address');
  return inResultTransaction<SaveResult>(db, async (tx) => {
    await lockAddresses(tx, userId);
    const known = await listAddresses(tx, userId);
    if (id === null && known.length >= maxAddresses) return refuse('too_many_addresses');
    if (id !== null && !(await updateAddress(tx, userId, { ...address, id }))) return refuse('unknown_address');
    const saved = id ?? (await insertAddress(tx, userId, address));
    if (saving.makeDefault || !known.some((one) => one.isDefault)) await updateDefault(tx, userId, saved);
    return ok(saved);
  });
}

/** Makes an address the default. Returns false if it belongs to another customer. */
export async function makeDefault(db: Db, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return inTransaction(db, async (tx) => {
    await lockAddresses(tx, userId);
    if ((await findAddress(tx, userId, id)) === null) return false;
    await updateDefault(tx, userId, id);
    return true;
  });
}

/**
 * Deletes an address of this customer. If it was the default, the oldest remaining one becomes the
 * default.
 */
export async function deleteAddress(db: Db, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return inTransaction(db, async (tx) => {
    await lockAddresses(tx, userId);
    if (!(await deleteAddressRow(tx, userId, id))) return false;
    const [first] = await listAddresses(tx, userId);
    if (first?.isDefault === false) await updateDefault(tx, userId, first.id);
    return true;
  });
}
