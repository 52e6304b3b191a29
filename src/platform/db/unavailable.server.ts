import pg from 'pg';

/** Nothing can be asked of the database: it does not answer, or it takes no connection. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';

  constructor(cause: unknown) {
    super('The database cannot be used', { cause });
  }
}

const lostConnections = new WeakSet<Error>();

/** Remembers what a socket to the database failed with: the same words come from other servers' sockets too. */
export function recordLostConnection(error: Error): void {
  lostConnections.add(error);
}

/** Connection exceptions, insufficient resources (a full disk, too many connections), shutdown, failed I/O, read-only. */
const states = /^(08|53|57P0[1-4]|58030|25006)/;
/** What `pg` says of a connection that ended or that nobody gave back in time; it gives these errors no code. */
const words = /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded)/;

function isUnavailable(error: Error): boolean {
  if (error instanceof DatabaseUnreachable || lostConnections.has(error)) return true;
  // The embedded database's errors are of another class than PostgreSQL's.
  if ('code' in error && typeof error.code === 'string' && states.test(error.code)) return true;
  return words.test(error.message);
}

/** Whether work failed because the database cannot do it at the moment, not because of the work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isUnavailable(error) || isDatabaseUnavailable(error.cause);
}

/** Whether an error shows that a server is there and works: it has refused something. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P0)/.test(error.code ?? '');
}
