import pg from 'pg';
import { inject } from 'vitest';

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of its own in the test cluster. */
export async function newPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = inject('postgresUrl');
  if (cluster === '') throw new Error('no PostgreSQL for this suite');
  const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(cluster, `create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(cluster, `drop database if exists ${name} with (force)`) };
}
