import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { Ctx } from '../ctx.server.ts';
import type { BatchResult } from './batched-writes.server.ts';
import type { SignedInUser } from '../http/visitor.server.ts';
import type { Db } from './database.server.ts';

/**
 * Person whose data is exported or erased. A guest is known by a verified email, and has the id of
 * no account. `emailVerified` says that data tied to the email alone is theirs.
 */
export type DataSubject = Pick<SignedInUser, 'id' | 'email' | 'emailVerified'>;

/** Returns the date that many days ago. Data exactly that old is retained. */
type DaysAgo = (days: number) => Date;

/**
 * Personal data that a module stores, registered in src/app/personal-data-registry.server.ts. Every
 * function may run twice.
 */
export type PersonalData = {
  /**
   * Each column that can identify, reach or find a person; a test compares them with the database.
   */
  columns: readonly AnyPgColumn[];
  /** Returns the stored data of one person, by its name in the download. */
  export?(ctx: Ctx, person: DataSubject): Promise<Record<string, unknown>>;
  /** True when the person cannot be erased now. */
  mustWait?(tx: Db, person: DataSubject): Promise<boolean>;
  /** Deletes a person, or stores `alias` if a row must stay. */
  erase?(tx: Db, person: DataSubject, alias: string): Promise<void>;
  /** Deletions of expired data, by the name under which it is counted; run in this order. */
  retention?: Record<string, (db: Db, daysAgo: DaysAgo) => PromiseLike<BatchResult>>;
};

/** Matches an email address that may have been typed with capitals; an account's has none. */
export const emailEquals = (column: AnyPgColumn, email: string): SQL => sql`lower(${column}) = ${email}`;
