import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { Ctx } from '../ctx.server.ts';
import type { Changed } from './batches.server.ts';
import type { SignedInUser } from '../http/visitor.server.ts';
import type { Db } from './database.server.ts';

type Person = Pick<SignedInUser, 'id' | 'email' | 'emailVerified'>;

/** The moment so many days ago; what is exactly as old is kept. */
export type DaysAgo = (days: number) => Date;

/** What a module stores of people, registered in src/app/personal-data.server.ts. Every function may run twice. */
export type PersonalData = {
  /** Each column that can name a person or say how to reach or find one; a test compares them with the database. */
  columns: readonly AnyPgColumn[];
  /** What is stored of one person, by its name in the download. */
  export?(ctx: Ctx, person: Person): Promise<Record<string, unknown>>;
  /** Whether the person cannot be erased now. */
  mustWait?(tx: Db, person: Person): Promise<boolean>;
  /** Deletes a person, or puts `alias` where a row must stay. */
  erase?(tx: Db, person: Person, alias: string): Promise<void>;
  /** What goes when its time is over, by the name under which it is counted; run in this order. */
  retention?: Record<string, (db: Db, daysAgo: DaysAgo) => PromiseLike<Changed>>;
};

/** An address may have been typed with capitals; an account's has none. */
export const isAddress = (column: AnyPgColumn, email: string): SQL => sql`lower(${column}) = ${email}`;
