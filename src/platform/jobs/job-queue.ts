import type { Db } from '../db/database.server.ts';

export type NewJob = {
  name: string;
  data: object;
  startAfterSeconds?: number;
  singletonKey?: string;
  /** Jobs with a higher number run first; 0 if unset. */
  priority?: number;
  /** Names the group of a queue with `onePerGroup`. */
  group?: string;
};

export type Jobs = {
  /** Stores a job in the caller's transaction: it exists exactly when the transaction commits. */
  enqueue(tx: Db, job: NewJob): Promise<void>;
};
