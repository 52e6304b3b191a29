import { pgTable, text } from 'drizzle-orm/pg-core';

/** Always empty. A trial insert here shows whether the database takes writes. */
export const writeProbes = pgTable('write_probes', { filler: text('filler').notNull() });
