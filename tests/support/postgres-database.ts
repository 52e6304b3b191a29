import { inject } from 'vitest';

import { administer } from './postgres-cluster.ts';

/**
 * Returns the URL of the run's PostgreSQL. Throws in a suite of a project without one, which would
 * connect to the default port otherwise.
 */
export function postgresUrl(): string {
  const url: string | undefined = inject('postgresUrl');
  if (url === undefined || url === '')
    throw new Error('no PostgreSQL for this suite: see ofPostgres in vitest.config.ts');
  return url;
}

/** Creates a separate database in the test cluster: empty, or a copy of `template`. */
export async function newPostgresDatabase(template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = postgresUrl();
  const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(cluster, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(cluster, `drop database if exists ${name} with (force)`) };
}
