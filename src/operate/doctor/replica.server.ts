import pg from 'pg';

import type { Settings } from '#platform/env/settings.server.ts';

import { fine, problem, warning, type Finding } from './finding.ts';

const name = 'DATABASE_READ_URL';
/** Replication lag, in bytes, above which reads go to the primary. */
const maxLagBytes = 16 * 1024 * 1024;

async function answerOf<Row extends pg.QueryResultRow>(connectionString: string, query: string): Promise<Row | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(query)).rows[0] ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Standby = { standby: boolean; system: string; behind: string | null };

/**
 * Checks that reads can go to the configured replica. Otherwise the primary serves them, which is
 * only slower.
 */
export async function replicaFindings({ databaseUrl, databaseReadUrl }: Settings): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return [];
  const ofSystem =
    'select system_identifier::text as system, pg_current_wal_lsn()::text as position from pg_control_system()';
  const leader = await answerOf<{ system: string; position: string }>(databaseUrl, ofSystem);
  if (leader === null) return [];
  const found = await answerOf<Standby>(
    databaseReadUrl,
    `select pg_is_in_recovery() as standby, system_identifier::text as system,
      pg_wal_lsn_diff('${leader.position}', pg_last_wal_replay_lsn())::text as behind from pg_control_system()`,
  );
  if (found === null) return [warning(`${name} does not answer: until it does, the leader serves all reads.`)];
  if (!found.standby)
    return [problem(`${name} leads to no standby: the leader serves all reads. Name a replica, or none.`)];
  if (found.system !== leader.system)
    return [problem(`${name} leads to the replica of another database: name one of this.`)];
  const behind = Math.max(0, Number(found.behind));
  const text = `The replica is ${Math.round(behind / 1024).toLocaleString('en-US')} KB behind`;
  return [behind > maxLagBytes ? warning(`${text}: the leader serves its reads.`) : fine(`${text}.`)];
}
