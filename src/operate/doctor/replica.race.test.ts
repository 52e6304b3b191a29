import { afterAll, beforeAll, expect, test } from 'vitest';

import { readSettings } from '#platform/env/settings.server.ts';

import { administer, startCluster, type Cluster } from '../../../tests/support/postgres-cluster.ts';
import { replicaFindings } from './replica.server.ts';

const started: Cluster[] = [];
let leader: Cluster;
let replica: Cluster;
let stranger: Cluster;

async function tracked(starting: Promise<Cluster>): Promise<Cluster> {
  const cluster = await starting;
  started.push(cluster);
  return cluster;
}

beforeAll(async () => {
  leader = await tracked(startCluster());
  await administer(leader.url, 'create role seller login');
  replica = await tracked(leader.replica());
  const other = await tracked(startCluster());
  await administer(other.url, 'create role seller login');
  stranger = await tracked(other.replica());
});
afterAll(async () => {
  for (const cluster of started.toReversed()) await cluster.stop();
});

/** Connects as the shop's role, which has no administrative rights on the server. */
const urlOf = ({ url }: Cluster) => url.replace('shop@', 'seller@');
const findings = (replicaUrl: string) =>
  replicaFindings(
    readSettings({ DATABASE_URL: urlOf(leader), DATABASE_READ_URL: replicaUrl, SESSION_SECRET: 's'.repeat(32) }),
  );

test('the doctor reports the lag of a replica, and a remedy for a server that is none', async () => {
  expect(await findings(urlOf(replica))).toEqual([{ state: 'ok', text: expect.stringMatching(/is \d+ KB behind\.$/) }]);
  expect(await findings(urlOf(leader))).toMatchObject([
    { state: 'problem', text: expect.stringContaining('no standby') },
  ]);
  expect(await findings(urlOf(stranger))).toMatchObject([
    { state: 'problem', text: expect.stringContaining('another database') },
  ]);
  expect(await findings('postgres://seller@127.0.0.1:1/postgres')).toMatchObject([
    { state: 'warning', text: expect.stringContaining('does not answer') },
  ]);
});
