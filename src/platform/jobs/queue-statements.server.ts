import type { Connection } from '../db/connection.server.ts';

/** Name of each statement of pg-boss. Planning one costs more than running it. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `jobs_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * Runs pg-boss's own text, prepared if it has values. A text without any may be several statements.
 * pg-boss emits copies of errors that tell the log nothing, so the original goes along.
 */
export async function executeForQueue(connection: Connection, text: string, values?: unknown[]) {
  try {
    if (values === undefined || values.length === 0) return await connection.query(text);
    return await connection.query({ name: nameOf(text), text, values });
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { original: error }) : error;
  }
}
