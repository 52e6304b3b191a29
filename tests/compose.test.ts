import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { parse } from 'yaml';

import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

import { newVisitor } from './support/shop-visitor.ts';
import { administer } from './support/postgres-cluster.ts';
import { openTestShop } from './support/shop.ts';

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

const server = inject('postgresUrl');

test.skipIf(server === '')(
  'the role of compose.yaml owns its database, is no superuser, and can migrate and run the shop',
  async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const [boss, owner] = [`boss_${mark}`, `owner_${mark}`];
    await administer(server, `create role ${boss} superuser login password 'boss'`);
    const { hostname, port } = new URL(server);
    const env = {
      ...process.env,
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
    const shop = await openTestShop({ database });
    try {
      expect((await newVisitor(shop).send('GET', '/session')).body).toEqual({ user: null });
      const { rows } = await database.db.execute(
        sql`select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user`,
      );
      expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }]);
    } finally {
      await shop.close();
      await administer(server, `drop database ${owner} with (force)`);
      await administer(server, `drop role ${owner}`);
      await administer(
        server,
        `do $$ begin assert (select rolpassword is null from pg_authid where rolname = '${boss}'); end $$`,
      );
      await administer(server, `drop role ${boss}`);
    }
  },
);
