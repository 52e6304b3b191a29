import { inject } from 'vitest';

import { administer } from './postgres-cluster.ts';

/** Creates a separate database in the test cluster: empty, or a copy of `template`. */
export async function newPostgresDatabase(template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = inject('postgresUrl');
  if (cluster === '') throw new Error('no PostgreSQL for this suite');
  const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(cluster, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(cluster, `drop database if exists ${name} with (force)`) };
}
