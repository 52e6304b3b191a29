import { customType, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

export const at = (name: string) => timestamp(name, { withTimezone: true });

export const createdAt = () => at('created_at').notNull().defaultNow();

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** The row that this one belongs to, and with which it goes. */
export const partOf = (name: string, whole: () => AnyPgColumn) =>
  uuid(name).notNull().references(whole, { onDelete: 'cascade' });
