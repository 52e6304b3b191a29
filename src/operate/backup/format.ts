import { createHash } from 'node:crypto';

/** One table of a backup: its columns in order, how many rows it has, and a checksum of them in any order. */
export type TableEntry = { name: string; columns: string[]; rows: number; checksum: string };

export type Manifest = {
  format: 1;
  shopVersion: string;
  /** Hash of the newest migration: a backup goes into a database of exactly this form. */
  migration: string;
  createdAt: string;
  /** Tells a changed SESSION_SECRET, with which old links and second factors would end, without telling the secret. */
  secretMark: string;
  sequences: { name: string; value: string }[];
  tables: TableEntry[];
};

/** A line of a backup: what follows belongs to a table, or a row of it, or at the very end the manifest. */
export type Line = { table: string } | string | { manifest: Manifest };

const bits = 256n;

/** A checksum of rows that does not depend on their order: the sum of their hashes. */
export function rowSum() {
  let sum = 0n;
  let rows = 0;
  return {
    add(row: string) {
      sum += BigInt(`0x${createHash('sha256').update(row).digest('hex')}`);
      rows += 1;
    },
    result: () => ({ rows, checksum: BigInt.asUintN(Number(bits), sum).toString(16).padStart(64, '0') }),
  };
}

/** The same for the same secret, and of no use to find it. */
export function secretMark(secret: string): string {
  return createHash('sha256').update(`backup mark:${secret}`).digest('hex').slice(0, 16);
}
