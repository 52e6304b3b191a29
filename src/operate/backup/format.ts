import { createHash } from 'node:crypto';

import { z } from 'zod';

/** One table of a backup: its columns in order, how many rows it has, and a checksum of them in any order. */
const tableEntry = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), checksum: z.string() });

const manifest = z.object({
  format: z.literal(1),
  shopVersion: z.string(),
  /** Hash of the newest migration: a backup goes into a database of exactly this form. */
  migration: z.string(),
  createdAt: z.string(),
  /** Tells a changed SESSION_SECRET, with which old links and second factors would end, without telling the secret. */
  secretMark: z.string(),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  tables: z.array(tableEntry),
});

/** A line of a backup: what follows belongs to a table, or a row of it, or at the very end the manifest. */
export const line = z.union([z.string(), z.strictObject({ table: z.string() }), z.strictObject({ manifest })]);

export type TableEntry = z.infer<typeof tableEntry>;
export type Manifest = z.infer<typeof manifest>;
export type Line = z.infer<typeof line>;

/** A checksum of rows that does not depend on their order: the sum of their hashes. */
export function rowSum() {
  let sum = 0n;
  let rows = 0;
  return {
    add(row: string) {
      sum += BigInt(`0x${createHash('sha256').update(row).digest('hex')}`);
      rows += 1;
    },
    result: () => ({ rows, checksum: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }),
  };
}

/** The same for the same secret, and of no use to find it. */
export function secretMark(secret: string): string {
  return createHash('sha256').update(`backup mark:${secret}`).digest('hex').slice(0, 16);
}
