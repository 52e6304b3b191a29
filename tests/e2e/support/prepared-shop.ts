import type { TestProject } from 'vitest/node';

import { administer, sharedCluster } from '../../support/postgres-cluster.ts';
import { embedded, preparedData, preparedDatabase, startShopServer } from './shop-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the shop shared by tests that change nothing in it. */
    sharedShop: string;
  }
}

/**
 * Starts one shop per kind of database before all browser tests. Each shop of a test begins with a
 * copy of its data. One copy runs throughout as the shared shop.
 */
export default async function prepare(project: TestProject) {
  const [onEmbedded, drop] = await Promise.all([prepareEmbedded(), preparePostgres(project)]);
  const shared = await startShopServer();
  project.provide('sharedShop', shared.url);
  return async () => {
    await shared.stop();
    await onEmbedded.stop();
    await drop();
  };
}

async function prepareEmbedded() {
  const shop = await startShopServer(embedded);
  await shop.terminate();
  process.env[preparedData] = shop.dataDir;
  return shop;
}

/** Prepares a database on the run's PostgreSQL. Without one, tests use the embedded database. */
async function preparePostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await sharedCluster(project);
  if (server === '') return async () => undefined;
  const name = `story_template_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(`/${name}`, server);
  const shop = await startShopServer({ DATABASE_URL: url.href });
  await shop.terminate();
  await shop.stop();
  process.env[preparedDatabase] = url.href;
  return () => administer(server, `drop database if exists ${name} with (force)`);
}
