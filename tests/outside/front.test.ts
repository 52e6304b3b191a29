import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasPrograms } from '../../scripts/installed-programs.ts';
import { startDaemon, type Daemon } from '../cluster/support/daemon.ts';
import { nonEphemeralPort } from '../support/postgres-cluster.ts';
import { adminCookie } from './support/admin-session.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { httpClient } from './support/raw-http-client.ts';
import { untilTrue } from './support/steady-load.ts';

let shop: OutsideShop;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halorosa-front-'));
  shop = await startOutsideShop({ settings: { RATE_LIMITS: 'off' } });
});
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** True if the programs of a suite are installed. Names them if not. */
function areInstalled(...programs: string[]): boolean {
  if (!hasPrograms(...programs)) console.warn(`not run: this machine lacks one of ${programs.join(', ')}`);
  return hasPrograms(...programs);
}

/** Writes a file of `deploy/` for this machine. Each replaced text must be in it. */
function adapted(name: string, changes: [string, string][]): string {
  let text = readFileSync(join('deploy', name), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Sends 200 POSTs on connections idle for 4.5 to 7 s. Returns the statuses with their counts. */
async function statusesAfterIdling(front: number): Promise<Record<string, number>> {
  const { host } = new URL(shop.url);
  const counts: Record<string, number> = {};
  const post = async () => {
    const answer = await fetch(`http://127.0.0.1:${front}/api/track-order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-forwarded-host': host },
      body: '{}',
    });
    await answer.text();
    return answer.status;
  };
  await Promise.all(Array.from({ length: 30 }, post));
  const late = Array.from({ length: 200 }, async (_none, index) => {
    await pause(4_500 + index * 12.5);
    const status = await post();
    counts[status] = (counts[status] ?? 0) + 1;
  });
  await Promise.all(late);
  return counts;
}

test.each([
  ['nginx.conf', /^\s+keepalive_timeout (\d+)s;$/m],
  ['Caddyfile', /^\s+keepalive (\d+)s$/m],
])('the shop keeps an idle connection longer than the proxy of %s', async (name, setting) => {
  const ofProxy = Number(setting.exec(readFileSync(join('deploy', name), 'utf8'))?.[1]);
  const { headers } = await fetch(`${shop.url}/healthz`);
  const ofShop = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1]);
  console.log({ ofProxy, ofShop });
  // Caddy keeps one for 120 s unless its file says less.
  expect(ofShop).toBeGreaterThan(Math.max(120, ofProxy));
});

describe.runIf(areInstalled('caddy'))('Caddy of deploy', () => {
  let caddy: Daemon;
  let front: number;
  beforeAll(async () => {
    front = await nonEphemeralPort();
    const config = adapted('Caddyfile', [
      ['shop.example {', `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:${front} {`],
      ['127.0.0.1:3000', `127.0.0.1:${shop.port}`],
    ]);
    const args = ['run', '--adapter', 'caddyfile', '--config', config];
    caddy = startDaemon({ program: '/usr/bin/caddy', args, env: { HOME: folder, XDG_DATA_HOME: folder } });
    await untilTrue('Caddy answers', 20_000, async () =>
      fetch(`http://127.0.0.1:${front}/readyz`).then(
        ({ status }) => status === 404,
        () => false,
      ),
    );
  });
  afterAll(() => caddy.kill());

  test('the file is valid as it is', () => {
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder };
    const args = ['validate', '--adapter', 'caddyfile', '--config', resolve('deploy/Caddyfile')];
    expect(() => execFileSync('/usr/bin/caddy', args, { env, stdio: 'pipe' })).not.toThrow();
  });

  test('no POST on an idle connection is answered 502', async () => {
    const counts = await statusesAfterIdling(front);
    console.log(counts);
    expect(Object.keys(counts)).not.toContain('502');
  });
});

describe.runIf(areInstalled('nginx', 'openssl'))('nginx of deploy', () => {
  let nginx: Daemon;
  let front: number;
  beforeAll(async () => {
    const [plain, secure] = [await nonEphemeralPort(), await nonEphemeralPort()];
    front = await nonEphemeralPort();
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=shop.example'];
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    execFileSync('/usr/bin/openssl', [...request, ...files], { stdio: 'pipe' });
    const site = adapted('nginx.conf', [
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['listen [::]:80;', ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;\n\tlisten 127.0.0.1:${front};`],
      ['listen [::]:443 ssl http2;', ''],
      ['/etc/letsencrypt/live/shop.example', folder],
      ['127.0.0.1:3000', `127.0.0.1:${shop.port}`],
    ]);
    const whole = join(folder, 'whole.conf');
    const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    const http = `http { access_log off; ${temp} include ${site}; }`;
    writeFileSync(whole, `daemon off; pid ${folder}/pid; error_log stderr; events {} ${http}`);
    execFileSync('/usr/sbin/nginx', ['-t', '-c', whole], { stdio: 'pipe' });
    nginx = startDaemon({ program: '/usr/sbin/nginx', args: ['-c', whole] });
    await untilTrue('nginx answers', 20_000, async () =>
      fetch(`http://127.0.0.1:${front}/readyz`).then(
        ({ status }) => status === 404,
        () => false,
      ),
    );
  });
  afterAll(() => nginx.kill());

  test('no POST on an idle connection is answered 502', async () => {
    const counts = await statusesAfterIdling(front);
    console.log(counts);
    expect(Object.keys(counts)).not.toContain('502');
  });
});

describe.runIf(areInstalled('systemd-analyze'))('systemd units of deploy', () => {
  test('all units are valid', () => {
    const user: [string, string][] = [
      ['User=shop', 'User=root'],
      ['Group=shop', 'Group=root'],
      ['WorkingDirectory=/srv/shop', `WorkingDirectory=${folder}`],
    ];
    const units = [
      adapted('shop.service', [...user, ['/srv/shop/node_modules/.bin/node', '/bin/true']]),
      adapted('shop-backup.service', user),
      adapted('shop-backup.timer', []),
    ];
    const output = execFileSync('/usr/bin/systemd-analyze', ['verify', ...units], { encoding: 'utf8', stdio: 'pipe' });
    expect(output).toBe('');
  });
});

describe('answers before the application', () => {
  /** Sends bytes and returns everything that the shop answers until it ends the connection. */
  const answerTo = (text: string) =>
    new Promise<string>((done) => {
      let answer = '';
      const socket = connect(shop.port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => done(answer));
    });
  const canary = 'canary7f3a';

  test.each([
    ['a line that is no request', `${canary}\r\n\r\n`, 400],
    ['a method that does not exist', `${canary} / HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
    ['no host', `GET /${canary} HTTP/1.1\r\n\r\n`, 400],
    ['a host that is no host', `GET / HTTP/1.1\r\nHost: a b${canary}\r\nConnection: close\r\n\r\n`, 400],
    ['two lengths', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['headers of 40 KB', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${canary}${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['an expectation', `GET / HTTP/1.1\r\nHost: a\r\nExpect: ${canary}\r\n\r\n`, 417],
    ['headers that never end', `GET / HTTP/1.1\r\nHost: ${canary}\r\n`, 408],
  ])('%s gets a page with words and nothing of the input', async (_what, sent, status) => {
    const answer = await answerTo(sent);
    expect(answer.split(' ')[1]).toBe(String(status));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).toMatch(/<h1>[\w ]+<\/h1><p>[^<]{20,}<\/p>/);
    expect(answer).not.toContain(canary);
    const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
    expect(Buffer.byteLength(answer.split('\r\n\r\n')[1] ?? '')).toBe(length);
  });
});

test('each spelling of a file leads to its one address or is not found', async () => {
  const cookie = await adminCookie(shop.url);
  const { send, close } = httpClient(shop.port);
  const ask = async (path: string, method = 'GET') => {
    const headers = { host: new URL(shop.url).host, cookie, 'sec-fetch-site': 'same-origin' };
    const { status, location } = await send({ method, path, headers, body: null });
    return { status, location };
  };
  const right = '/admin/orders.csv';
  expect((await ask(right)).status).toBe(200);
  const spellings = ['/admin/orders.csv/', '/ADMIN/orders.CSV', '/admin/orders%2Ecsv', '/%61dmin/orders.csv?a=1'];
  for (const path of spellings) {
    const { status, location } = await ask(path);
    expect([path, status, location.split('?')[0]]).toEqual([path, 301, right]);
  }
  for (const path of [
    '/admin/orders.csv/_.data',
    '/ADMIN/orders.csv.data',
    '/admin/orders.csv;a',
    '/admin//orders.csv',
  ]) {
    const { status } = await ask(path);
    expect([path, status === 404 || status === 301]).toEqual([path, true]);
  }
  close();
});
