import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { timestamptz, createdAt } from '#platform/db/columns.server.ts';

import type { Scope } from './api-keys.ts';

/** API keys. A revoked one stays, so that its name remains known in the audit log. */
export const apiKeys = pgTable('api_keys', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  /** Start of the key, by which a person recognizes it. */
  prefix: text('prefix').notNull().unique(),
  hash: text('hash').notNull().unique(),
  scopes: jsonb('scopes').$type<Scope[]>().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: createdAt(),
  lastUsedAt: timestamptz('last_used_at'),
  revokedAt: timestamptz('revoked_at'),
});
