import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { userId } from '#modules/accounts/tables.server.ts';
import { createdAt } from '#platform/db/columns.server.ts';

/** Saved shipping addresses of a customer. At most one is the default. */
export const savedAddresses = pgTable(
  'saved_addresses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    street: text('street').notNull(),
    line2: text('line2').notNull().default(''),
    city: text('city').notNull(),
    /** State code if the country has a list of states, else as typed. */
    state: text('state').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('saved_addresses_user').on(table.userId, table.createdAt),
    uniqueIndex('saved_addresses_one_default')
      .on(table.userId)
      .where(sql`${table.isDefault}`),
  ],
);
