import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

import { stock } from '../../bench/support/busy-shop.ts';
import { guestAtPayment, launchBrowser, orderNumberOn, payButton } from '../e2e/support/browser-visitors.ts';
import { startTimedSales } from '../outside/support/timed-sales.ts';
import { untilTrue } from '../outside/support/steady-load.ts';
import { askDatabase } from '../support/ask-database.ts';
import { nextVersion } from '../support/migrations-folder.ts';
import { administer, freePort, startCluster, type Cluster } from '../support/postgres-cluster.ts';
import { databaseOf, releases } from '../support/released-databases.ts';

/** Image to try, built already. Default: the one of this Dockerfile. */
const image = process.env.IMAGE ?? 'halorosa:tried';
const run = promisify(execFile);
const podman = async (...args: string[]) =>
  (await run('podman', ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...args])).stdout.trim();

type Service = { read_only: boolean; tmpfs: string[]; cap_drop: string[]; security_opt: string[] };
const compose = parse(readFileSync('compose.yaml', 'utf8')) as { services: { shop: Service } };
const { read_only, tmpfs, cap_drop, security_opt } = compose.services.shop;
/** The limits of compose.yaml, and descriptors that a machine within a machine may give. */
const limits = [
  ...(read_only ? ['--read-only'] : []),
  ...tmpfs.flatMap((folder) => ['--tmpfs', folder]),
  ...cap_drop.flatMap((name) => ['--cap-drop', name]),
  ...security_opt.flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
  '--init',
  '--ulimit',
  'nofile=10000:10000',
  '--ulimit',
  'nproc=1000:1000',
];

let cluster: Cluster;
let browser: Browser;
let volume: string;
beforeAll(async () => {
  if (process.env.IMAGE === undefined) await run('tests/image/build-image', [image]);
  cluster = await startCluster();
  browser = await launchBrowser();
}, 1_800_000);
afterAll(async () => {
  await browser.close();
  await cluster.stop();
});

let started: string[] = [];
afterEach(async () => {
  await podman('rm', '--force', '--time', '0', ...started);
  started = [];
  rmSync(volume, { recursive: true });
});

/** Creates a database, and a new folder for the shop's data. */
async function newPlace(name: string): Promise<string> {
  // The user of the image.
  volume = mkdtempSync(join(tmpdir(), 'shop-image-'));
  mkdirSync(join(volume, 'backups'));
  for (const folder of [volume, join(volume, 'backups')]) chownSync(folder, 1000, 1000);
  return newDatabase(name);
}

async function newDatabase(name: string): Promise<string> {
  await administer(cluster.url, `drop database if exists ${name} with (force)`);
  await administer(cluster.url, `create database ${name}`);
  return new URL(`/${name}`, cluster.url).href;
}

const settings = (databaseUrl: string) =>
  Object.entries({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a secret for tests that is long enough to sign with',
    SHOP_MODE: 'demo',
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
  }).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

const inContainer = (databaseUrl: string) => [
  '--network',
  'host',
  '--volume',
  `${volume}:/var/lib/shop`,
  ...limits,
  ...settings(databaseUrl),
];

/** Starts the shop of the image, and waits until it is ready. */
async function startShop(databaseUrl: string, ...more: string[]) {
  const port = await freePort();
  const options = [...inContainer(databaseUrl), '--env', `PORT=${port}`, ...more];
  const name = await podman('run', '--detach', ...options, image);
  started.push(name);
  await untilTrue('the shop of the image is ready', 120_000, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    return answer?.ok === true;
  });
  return { name, port, url: `http://127.0.0.1:${port}` };
}

test('a guest buys in a browser from the image, which can write nothing but its data and has no capability', async () => {
  const { name, url } = await startShop(await newPlace('bought'));
  const { page, problems } = await guestAtPayment(browser, url, { email: 'mia@example.com' });
  await payButton(page).click();
  expect(await orderNumberOn(page)).toMatch(/^HR-/);
  expect(problems).toEqual([]);
  const own = (line: string) => podman('exec', name, 'sh', '-c', line);
  expect(await own('id -un; touch /srv/shop/x 2>/dev/null || echo refused')).toBe('node\nrefused');
  expect(await own('grep -h -E "CapEff|NoNewPrivs" /proc/1/status')).toBe('CapEff:\t0000000000000000\nNoNewPrivs:\t1');
  await podman('healthcheck', 'run', name);
  const layers = JSON.parse(await podman('image', 'inspect', '--format', '{{json .Size}}', image)) as number;
  console.log(`image with its base: ${Math.round(layers / 1e6)} MB`);
});

test('an image that is stopped under load ends by itself within its grace period, and no confirmed order is missing', async () => {
  const databaseUrl = await newPlace('stopped');
  const { name, port } = await startShop(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const sales = startTimedSales(await stock(client));
  sales.buyAlsoAt(port);
  await untilTrue('30 sales', 60_000, async () => sales.sales() >= 30);
  const begun = performance.now();
  await podman('stop', '--time', '75', name);
  const seconds = (performance.now() - begun) / 1_000;
  await sales.stop();
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', name);
  const { rows } = await client.query<{ paid: number }>(
    "select count(*)::int as paid from orders where payment_status = 'paid' and email like 'guest-%'",
  );
  await client.end();
  console.log(`stopped after ${seconds.toFixed(1)} s with ${sales.sales()} sales`);
  expect(code).toBe('0');
  expect(rows[0]?.paid).toBeGreaterThanOrEqual(sales.sales());
});

test.each(releases)(
  'the image takes over the database of release %s, and the next image takes over from it',
  async (release) => {
    const databaseUrl = await newPlace('upgraded');
    await askDatabase(databaseUrl, databaseOf(release));
    const orders = 'select count(*)::int as count from orders';
    const before = await askDatabase(databaseUrl, orders);
    const { name, port } = await startShop(databaseUrl);
    const folder = await nextVersion([["alter table orders add column added_note text default '' not null"]]);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const sales = startTimedSales(await stock(client));
    sales.buyAlsoAt(port);
    const next = await startShop(
      databaseUrl,
      '--volume',
      `${join(folder, 'db/migrations')}:/srv/shop/db/migrations:ro`,
    );
    sales.buyAlsoAt(next.port);
    const sold = sales.sales();
    await untilTrue('20 sales at both', 60_000, async () => sales.sales() >= sold + 20);
    await sales.stop();
    await client.end();
    expect(sales.failures).toEqual([]);
    expect(await askDatabase(databaseUrl, 'select added_note from orders limit 1')).toEqual([{ added_note: '' }]);
    expect((await askDatabase<{ count: number }>(databaseUrl, orders))[0]?.count).toBeGreaterThan(
      Number(before[0]?.count),
    );
    await podman('stop', '--time', '75', name);
  },
);

test('a backup that is taken in the image is put back by the image with every order', async () => {
  const databaseUrl = await newPlace('backed_up');
  const { name } = await startShop(databaseUrl);
  const orders = 'select order_number, total_cents from orders order by order_number';
  const before = await askDatabase(databaseUrl, orders);
  const file = '/var/lib/shop/backups/a.backup';
  await podman('exec', name, 'npm', 'run', 'backup', '--', file);
  await podman('stop', '--time', '75', name);
  const other = await newDatabase('put_back');
  expect(await podman('run', '--rm', ...inContainer(other), image, 'npm', 'run', 'restore', '--', file)).toContain(
    'All counts and checksums match.',
  );
  expect(before.length).toBeGreaterThan(50);
  expect(await askDatabase(other, orders)).toEqual(before);
  await startShop(other);
});
