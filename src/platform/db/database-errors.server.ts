import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** The database is unusable: it does not answer, or accepts no connection. Never wraps itself. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';

  constructor(cause: unknown) {
    super('The database cannot be used', { cause: cause instanceof DatabaseUnreachable ? cause.cause : cause });
  }
}

/** The cause of a DatabaseUnreachable when a database that was reached stopped answering. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const lostConnections = new WeakSet<Error>();

/**
 * Records the error of a socket to the database, because sockets to other servers fail with the
 * same messages.
 */
export function recordLostConnection(error: Error): void {
  lostConnections.add(error);
}

/**
 * Connection exceptions, insufficient resources (a full disk, too many connections), shutdown,
 * failed I/O, read-only.
 */
const states = /^(08|53|57P0[1-4]|58030|25006)/;
/**
 * Messages of `pg` for a connection that ended or was not released in time; these errors have no
 * code.
 */
const words = /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded)/;

function isUnavailable(error: Error): boolean {
  if (error instanceof DatabaseUnreachable || lostConnections.has(error)) return true;
  // The embedded database's errors have another class than PostgreSQL's.
  if ('code' in error && typeof error.code === 'string' && states.test(error.code)) return true;
  return words.test(error.message);
}

/**
 * True when work failed because the database is unavailable at the moment, not because of the work.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isUnavailable(error) || isDatabaseUnavailable(error.cause);
}

/** True when an error proves that a server is up: it has refused something. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P0)/.test(error.code ?? '');
}

const retryable = new Set(['40001', '40P01', '55P03']);

/** Returns PostgreSQL's error, wherever an error carries it as its cause. */
function causeOf(error: unknown): { code: string; table?: unknown } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return { ...error, code: error.code };
  return 'cause' in error ? causeOf(error.cause) : undefined;
}

/** Returns the SQLSTATE of an error. */
export function sqlState(error: unknown): string | undefined {
  return causeOf(error)?.code;
}

/** True when the database refused because of a concurrent transaction: a retry may succeed. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(sqlState(error) ?? '');
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** True when a row of `table` was refused because a required value is missing. */
export function isNullViolation(error: unknown, table: PgTable): boolean {
  const cause = causeOf(error);
  return cause?.code === '23502' && cause.table === getTableName(table);
}
