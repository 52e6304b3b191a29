import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

import { sql } from 'drizzle-orm';
import { afterAll, expect } from 'vitest';
import { parse } from 'yaml';

import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { hasPsql } from '../scripts/installed-programs.ts';
import { newVisitor } from './support/shop-visitor.ts';
import { administer } from './support/postgres-cluster.ts';
import { postgresUrl } from './support/postgres-database.ts';
import { test } from './support/shop-test.ts';

type Compose = {
  services: {
    postgres: { environment: Record<string, string>; volumes: string[] };
    shop: { environment: Record<string, string> };
  };
};

test('compose.yaml connects the shop as a role other than the PostgreSQL superuser', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as Compose;
  const role = /^postgres:\/\/(\w+):/.exec(services.shop.environment.DATABASE_URL ?? '')?.[1];
  expect([role, services.postgres.environment.POSTGRES_USER]).toEqual(['shop', 'postgres']);
  expect(services.postgres.volumes).toContain('./deploy/postgres-owner.sh:/docker-entrypoint-initdb.d/owner.sh:ro');
});

const folder = mkdtempSync(join(tmpdir(), 'shop-psql-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the PATH of a script that calls psql. A machine without it gets a stand-in. */
function pathWithPsql(): string {
  const path = process.env.PATH ?? '';
  if (hasPsql()) return path;
  const program = join(folder, 'psql');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('tests/support/psql.ts')}' "$@"\n`);
  chmodSync(program, 0o755);
  return `${folder}${delimiter}${path}`;
}

test('the role of compose.yaml owns its database, is no superuser, and can migrate and run the shop', async ({
  openShop,
}) => {
  const server = postgresUrl();
  const mark = crypto.randomUUID().slice(0, 8);
  const [boss, owner] = [`boss_${mark}`, `owner_${mark}`];
  await administer(server, `create role ${boss} superuser login password 'boss'`);
  const { hostname, port } = new URL(server);
  const env = {
    ...process.env,
    PATH: pathWithPsql(),
    PGHOST: hostname,
    PGPORT: port,
    POSTGRES_USER: boss,
    POSTGRES_PASSWORD: "it's 1",
    SHOP_OWNER: owner,
  };
  execFileSync('sh', ['deploy/postgres-owner.sh'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const databaseUrl = `postgres://${owner}:x@${hostname}:${port}/${owner}`;
  const database = await openDatabase({ databaseUrl, onError: () => undefined });
  await migrateDatabase(database);
  const shop = await openShop({ database });
  try {
    expect((await newVisitor(shop).send('GET', '/session')).body).toEqual({ user: null });
    const { rows } = await database.db.execute(
      sql`select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }]);
  } finally {
    await administer(server, `drop database ${owner} with (force)`);
    await administer(server, `drop role ${owner}`);
    await administer(
      server,
      `do $$ begin assert (select rolpassword is null from pg_authid where rolname = '${boss}'); end $$`,
    );
    await administer(server, `drop role ${boss}`);
  }
});
