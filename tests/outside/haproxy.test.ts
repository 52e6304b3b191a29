import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hasHaproxy } from '../../scripts/installed-programs.ts';
import { startDaemon, type Daemon } from '../cluster/support/daemon.ts';
import { nonEphemeralPort } from '../support/postgres-cluster.ts';
import { untilTrue } from './support/steady-load.ts';

if (!hasHaproxy()) console.warn('The HAProxy configuration is not tested: this machine has no HAProxy.');

/** Stand-in for a process of the shop, with faults on demand. */
async function startBackend(name: string) {
  const state = { isAlive: true, isReady: true, resets: 0, checks: 0 };
  const status = (isGood: boolean) => (isGood ? 200 : 503);
  const server: Server = createServer((request, response) => {
    response.setHeader('Connection', 'close');
    if (request.url === '/healthz' || request.url === '/readyz') {
      state.checks += 1;
      response.writeHead(status(request.url === '/healthz' ? state.isAlive : state.isReady)).end();
    } else if (state.resets > 0) {
      state.resets -= 1;
      request.socket.destroy();
    } else {
      response.writeHead(request.method === 'POST' ? status(state.isReady) : 200).end(name);
    }
  });
  const port = await nonEphemeralPort();
  await new Promise<void>((listening) => {
    server.listen(port, '127.0.0.1', listening);
  });
  return { port, state, stop: () => server.close() };
}

describe.runIf(hasHaproxy())('HAProxy of deploy/cluster', () => {
  let backends: Awaited<ReturnType<typeof startBackend>>[];
  let haproxy: Daemon;
  let front: string;

  beforeAll(async () => {
    backends = [await startBackend('one'), await startBackend('two'), await startBackend('three')];
    const at = (port: number) => `127.0.0.1:${port}`;
    const [frontPort, unused, leader] = [await nonEphemeralPort(), await nonEphemeralPort(), await nonEphemeralPort()];
    front = `http://${at(frontPort)}`;
    const env: Record<string, string> = { FRONT: at(frontPort), LEADER: at(leader) };
    for (const [index, { port }] of backends.entries()) {
      env[`SHOP_${index + 1}`] = at(port);
      env[`POSTGRES_${index + 1}`] = at(unused);
      env[`PATRONI_HOST_${index + 1}`] = '127.0.0.1';
      env[`PATRONI_PORT_${index + 1}`] = String(unused);
    }
    haproxy = startDaemon({
      program: '/usr/sbin/haproxy',
      args: ['-db', '-f', resolve('deploy/cluster/haproxy.cfg')],
      env,
    });
    await checked();
  });
  afterAll(async () => {
    await haproxy.kill();
    for (const { stop } of backends) stop();
  });
  beforeEach(async () => {
    for (const { state } of backends) Object.assign(state, { isAlive: true, isReady: true, resets: 0 });
    await checked();
  });

  /** Resolves after enough checks of each process for HAProxy to change its state. */
  async function checked(): Promise<void> {
    const before = backends.map(({ state }) => state.checks);
    const isChecked = () => backends.every(({ state }, index) => state.checks >= (before[index] ?? 0) + 6);
    await untilTrue('HAProxy has checked all processes', 30_000, async () => isChecked());
  }

  async function answers(times: number, path: string, method = 'GET'): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (let turn = 0; turn < times; turn += 1) {
      const response = await fetch(front + path, { method });
      const text = await response.text();
      const answer = `${response.status} ${text.startsWith('<') ? 'of HAProxy' : 'of a process'}`;
      counts[answer] = (counts[answer] ?? 0) + 1;
    }
    return counts;
  }

  test('one failed connection at every process at the same time fails no page', async () => {
    for (const { state } of backends) state.resets = 1;
    expect(await answers(100, '/product')).toEqual({ '200 of a process': 100 });
  });

  test('pages are served while no process is ready, and writes get a 503 from a process', async () => {
    for (const { state } of backends) state.isReady = false;
    await checked();
    expect(await answers(30, '/product')).toEqual({ '200 of a process': 30 });
    expect(await answers(30, '/api/cart/items', 'POST')).toEqual({ '503 of a process': 30 });
  });

  test('writes and API calls go to the only ready process', async () => {
    for (const { state } of backends.slice(1)) state.isReady = false;
    await checked();
    expect(await answers(30, '/api/cart/items', 'POST')).toEqual({ '200 of a process': 30 });
  });

  test('pages are served while the health checks of all processes fail', async () => {
    for (const { state } of backends) state.isAlive = false;
    await checked();
    expect(await answers(30, '/')).toEqual({ '200 of a process': 30 });
  });
});
