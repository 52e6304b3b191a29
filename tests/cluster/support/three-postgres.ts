import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { postgresPrograms } from '../../../scripts/installed-programs.ts';
import { childrenOf } from '../../outside/support/process-readings.ts';
import { untilTrue } from '../../outside/support/steady-load.ts';
import { nonEphemeralPort, ownerOfCluster } from '../../support/postgres-cluster.ts';
import { startDaemon, type Daemon } from './daemon.ts';

const configuration = resolve('deploy/cluster/patroni.yml');
export const password = 'a password of this test';

export type Role = 'leader' | 'sync_standby' | 'replica' | 'standby_leader';
type Member = { name: string; role: Role; state: string; lag?: number | 'unknown'; timeline?: number };

type Standby = { state: string; sync_state: string };
const streams = ({ state }: Standby) => state === 'streaming';

type Node = { name: string; postgresPort: number; patroniPort: number };

type HostLocation = Node & { directory: string };

function postmasterOf(data: string): number[] {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && existsSync(`/proc/${pid}`) ? [pid] : [];
}

/** One host of the database: Patroni and the PostgreSQL that it runs. */
function hostOf(place: HostLocation, etcd: string, as: { uid?: number; gid?: number }) {
  const data = join(place.directory, 'data');
  let patroni: Daemon | undefined;
  let earlier = '';
  const postmaster = () => postmasterOf(data);
  const local = (port: number) => `127.0.0.1:${port}`;
  return {
    ...place,
    start() {
      earlier += patroni?.log() ?? '';
      patroni = startDaemon({
        program: 'patroni',
        args: [configuration],
        as,
        env: {
          PATRONI_NAME: place.name,
          PATRONI_ETCD_HOSTS: etcd,
          // Patroni uses this address of etcd instead of the one that etcd advertises.
          PATRONI_ETCD_USE_PROXIES: 'true',
          PATRONI_RESTAPI_LISTEN: local(place.patroniPort),
          PATRONI_RESTAPI_CONNECT_ADDRESS: local(place.patroniPort),
          PATRONI_POSTGRESQL_LISTEN: local(place.postgresPort),
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(place.postgresPort),
          PATRONI_POSTGRESQL_DATA_DIR: data,
          PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms() ?? '',
          PATRONI_POSTGRESQL_PGPASS: join(place.directory, 'pgpass'),
          PATRONI_SUPERUSER_PASSWORD: password,
          PATRONI_REPLICATION_PASSWORD: password,
          PATRONI_REWIND_PASSWORD: password,
          HOME: place.directory,
        },
      });
    },
    /** Ends of the logs of all its processes so far. */
    log: () => earlier + (patroni?.log() ?? ''),
    /** Simulates a power cut: Patroni and PostgreSQL end at once. */
    kill: () => patroni?.kill(postmaster()),
    /** Stops the WAL senders, so that its log reaches no other host any more. */
    muteSenders() {
      for (const pid of postmaster().flatMap(childrenOf)) {
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender')) process.kill(pid, 'SIGSTOP');
      }
    },
    freeze: () => patroni?.signalAll('SIGSTOP', postmaster()),
    thaw: () => patroni?.signalAll('SIGCONT', postmaster()),
  };
}

export type Host = ReturnType<typeof hostOf>;

/**
 * Starts three PostgreSQL servers under Patroni with synchronous replication, and the etcd of the
 * leader's lease. `wayOf` gives each host its own port to etcd.
 */
export async function startThreePostgres(wayOf = async (_host: string, etcd: number) => etcd) {
  const owner = ownerOfCluster();
  const directory = mkdtempSync(join(tmpdir(), 'shop-cluster-'));
  const folder = (name: string) => {
    const path = join(directory, name);
    mkdirSync(path, { mode: 0o700 });
    if (owner !== null) chownSync(path, owner.uid, owner.gid);
    return path;
  };
  if (owner !== null) chownSync(directory, owner.uid, owner.gid);
  const store = await nonEphemeralPort();
  const [client, peer] = [`http://127.0.0.1:${store}`, `http://127.0.0.1:${await nonEphemeralPort()}`];
  const etcd = startDaemon({
    program: 'etcd',
    args: [
      ['--name', 'one'],
      ['--data-dir', folder('etcd')],
      ['--listen-client-urls', client],
      ['--advertise-client-urls', client],
      ['--listen-peer-urls', peer],
      ['--initial-advertise-peer-urls', peer],
      ['--initial-cluster', `one=${peer}`],
      ['--enable-v2'],
    ].flat(),
    as: owner ?? {},
  });
  const hosts: Host[] = [];
  for (const name of ['one', 'two', 'three']) {
    const place = {
      name,
      directory: folder(name),
      postgresPort: await nonEphemeralPort(),
      patroniPort: await nonEphemeralPort(),
    };
    hosts.push(hostOf(place, `127.0.0.1:${await wayOf(name, store)}`, owner ?? {}));
  }

  /** Cluster members as reported by the first host that responds. */
  const members = async (): Promise<Member[]> => {
    for (const { patroniPort } of hosts) {
      try {
        const answer = await fetch(`http://127.0.0.1:${patroniPort}/cluster`, { signal: AbortSignal.timeout(1_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // This host is dead or frozen; another one responds.
      }
    }
    return [];
  };
  const hostWith = async (role: Role): Promise<Host> => {
    const name = (await members()).find((one) => one.role === role)?.name;
    const host = hosts.find((one) => one.name === name);
    if (host === undefined) throw new Error(`no ${role}: ${JSON.stringify(await members())}`);
    return host;
  };
  /**
   * True if the leader streams to both others and one is synchronous. Roles reported by other hosts
   * may be 20 s old.
   */
  const isWhole = async () => {
    const leader = (await members()).find(({ role }) => role === 'leader')?.name;
    const host = hosts.find(({ name }) => name === leader);
    if (host === undefined) return false;
    const answer = await fetch(`http://127.0.0.1:${host.patroniPort}/patroni`, { signal: AbortSignal.timeout(1_000) });
    const { role, replication = [] } = (await answer.json()) as { role: string; replication?: Standby[] };
    const isSynchronous = replication.some((one) => one.sync_state === 'sync');
    return /^(master|primary)$/.test(role) && replication.length === 2 && isSynchronous && replication.every(streams);
  };
  const logs = () => [etcd, ...hosts].map((one) => one.log().slice(-3_000)).join('\n---\n');
  const untilWhole = (limitMs: number) =>
    untilTrue('three databases stream', limitMs, () => isWhole().catch(() => false)).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(await members())}\n${logs()}`);
    });
  return {
    hosts,
    /** Holder of the lease. Freezing it affects all hosts. */
    etcd: { freeze: () => etcd.signalAll('SIGSTOP'), thaw: () => etcd.signalAll('SIGCONT') },
    members,
    hostWith,
    untilWhole,
    logs,
    start() {
      for (const host of hosts) host.start();
    },
    /** Disables synchronous replication: a commit returns once the leader alone has it. */
    async loosen(): Promise<void> {
      const { patroniPort } = await hostWith('leader');
      const answer = await fetch(`http://127.0.0.1:${patroniPort}/config`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          synchronous_mode: false,
          synchronous_mode_strict: false,
          maximum_lag_on_failover: 1024 ** 3,
          postgresql: { parameters: { wal_sender_timeout: '5min', wal_receiver_timeout: '5min' } },
        }),
      });
      if (!answer.ok) throw new Error(`config: ${answer.status} ${await answer.text()}`);
    },
    /** Performs a planned change of the leader. */
    async switchover(): Promise<void> {
      const leader = await hostWith('leader');
      const candidate = await hostWith('sync_standby');
      const answer = await fetch(`http://127.0.0.1:${leader.patroniPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      });
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
    async stop() {
      for (const host of hosts) await host.kill();
      await etcd.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type ThreePostgres = Awaited<ReturnType<typeof startThreePostgres>>;
