import { asc, eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';

import { shippingOptions } from '../tables.server.ts';
import type { EditableOption, OptionEdit } from './rules.ts';

const { id, name, description, priceCents, estimatedDaysMin, estimatedDaysMax, isActive, sortOrder } = shippingOptions;
const columns = {
  id,
  name,
  description,
  priceCents,
  daysMin: estimatedDaysMin,
  daysMax: estimatedDaysMax,
  isActive,
  sortOrder,
};

const rowOf = ({ daysMin, daysMax, ...edit }: OptionEdit) => ({
  ...edit,
  estimatedDaysMin: daysMin,
  estimatedDaysMax: daysMax,
});

/** All options in the shop's order. */
export function listAll(db: Db): Promise<EditableOption[]> {
  return db.select(columns).from(shippingOptions).orderBy(asc(sortOrder), asc(id));
}

/** All options, kept from every other change until the transaction ends: which is the last one is decided by all of them. */
export function listLocked(tx: Db): Promise<EditableOption[]> {
  return tx.select(columns).from(shippingOptions).orderBy(asc(sortOrder), asc(id)).for('update');
}

export async function insertOption(tx: Db, edit: OptionEdit, place: number): Promise<void> {
  await tx.insert(shippingOptions).values({ ...rowOf(edit), sortOrder: place });
}

export async function updateOption(tx: Db, optionId: string, edit: OptionEdit): Promise<void> {
  await tx.update(shippingOptions).set(rowOf(edit)).where(eq(id, optionId));
}

export async function updatePlace(tx: Db, optionId: string, place: number): Promise<void> {
  await tx.update(shippingOptions).set({ sortOrder: place }).where(eq(id, optionId));
}
