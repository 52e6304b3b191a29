import { createHash } from 'node:crypto';

import { z } from 'zod';

/** One table of a backup: columns in order, row count, and an order-independent checksum. */
const tableEntry = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), checksum: z.string() });

const manifest = z.object({
  format: z.literal(1),
  shopVersion: z.string(),
  /**
   * Hash of the newest migration. A backup is restored only into a database at exactly this
   * migration.
   */
  migration: z.string(),
  createdAt: z.string(),
  /**
   * Detects a changed SESSION_SECRET, which would break old links and second factors, without
   * revealing the secret.
   */
  secretMark: z.string(),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  tables: z.array(tableEntry),
});

/** A line of a backup: the start of a table, a row of it, or at the very end the manifest. */
export const line = z.union([z.string(), z.strictObject({ table: z.string() }), z.strictObject({ manifest })]);

export type TableEntry = z.infer<typeof tableEntry>;
export type Manifest = z.infer<typeof manifest>;
export type Line = z.infer<typeof line>;

/** Returns an order-independent checksum of rows: the sum of their hashes. */
export function rowChecksum() {
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

/** Returns a fingerprint of a secret that does not reveal it. */
export function secretFingerprint(secret: string): string {
  return createHash('sha256').update(`backup mark:${secret}`).digest('hex').slice(0, 16);
}
