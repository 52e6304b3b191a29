/**
 * Stores the database of this version, for the tests of later ones: a demo shop on its first day,
 * with the sample orders and one order that was bought in it. Needs a build and pg_dump. Usage:
 * `node tests/support/store-release.ts`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import pg from 'pg';

import packageJson from '../../package.json' with { type: 'json' };
import { stock } from '../../bench/support/busy-shop.ts';
import { newGuest } from '../../bench/support/guest-shopper.ts';
import { callsTo } from '../../bench/support/shop-calls.ts';
import { startOutsideShop } from '../outside/support/outside-shop.ts';
import { untilTrue } from '../outside/support/steady-load.ts';
import { startCluster } from './postgres-cluster.ts';

const file = `tests/releases/${packageJson.version}.sql.gz`;

const cluster = await startCluster();
const client = new pg.Client({ connectionString: cluster.url });
await client.connect();
const shop = await startOutsideShop({
  databaseUrl: cluster.url,
  settings: { TRUST_PROXY: 'true', SAMPLE_ORDERS: 'on' },
});
const front = callsTo(shop.port, 1);
await newGuest(front.call, await stock(client)).checkOut();
const waits =
  "select exists (select from pgboss.job where state in ('created', 'active') and start_after < now()) as waits";
await untilTrue('no job waits', 60_000, async () => {
  const { rows } = await client.query<{ waits: boolean }>(waits);
  return rows[0]?.waits === false;
});
front.end();
await shop.stop();
// Statements that any client can run, without the lines that only psql understands.
const dump = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200', cluster.url];
const sql = execFileSync('pg_dump', dump, { encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 });
writeFileSync(file, gzipSync(sql.replaceAll(/^\\.*\n/gm, ''), { level: 9 }));
await client.end();
await cluster.stop();
console.log(file);
