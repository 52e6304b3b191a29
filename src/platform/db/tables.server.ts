import { pgTable, text } from 'drizzle-orm/pg-core';

/** Always empty: whether a row could be written here tells whether the database takes writes. */
export const writeProbes = pgTable('write_probes', { filler: text('filler').notNull() });
