import { spawn } from 'node:child_process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startShopServer, type ShopServer } from './support/shop-server.ts';

let shop: ShopServer;
beforeAll(async () => {
  shop = await startShopServer();
});
afterAll(() => shop.stop());

/** Starts the shop where it cannot start: what it says, and its exit code. */
function refusedStart(settings: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, NODE_ENV: 'production', ...settings };
  const child = spawn(process.execPath, ['build/server/index.js'], { env });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.once('exit', (code) => done({ code, said: said.trim() })));
}

test('a second process on the same data directory is refused with a sentence', async () => {
  const { code, said } = await refusedStart({ DATA_DIR: shop.dataDir, PORT: '0' });
  expect(said).toBe(
    `The data directory ${shop.dataDir} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
  );
  expect(code).toBe(1);
});

test('a port in use is refused with a sentence', async () => {
  const { code, said } = await refusedStart({ DATA_DIR: `${shop.dataDir}-second`, PORT: String(shop.port) });
  expect(said).toBe('The port is already in use. Stop what uses it, or set PORT to another number.');
  expect(code).toBe(1);
});

test('a database that does not answer and a bad setting are refused with a sentence', async () => {
  const unreachable = await refusedStart({ DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' });
  expect(unreachable.said).toBe(
    'The database at DATABASE_URL cannot be used (nothing answers there). Start it or correct DATABASE_URL.',
  );
  expect(unreachable.code).toBe(1);
  expect(await refusedStart({ PORT: 'many' })).toEqual({
    code: 1,
    said: 'The setting PORT must be a number from 0 to 65535.',
  });
});

test('every page answers, with a policy without unsafe scripts, and an unknown one with 404', async () => {
  const status: Record<string, number> = {};
  for (const path of ['/', '/product', '/track', '/checkout-cancelled', '/auth', '/mailbox', '/nowhere']) {
    const answer = await fetch(`${shop.url}${path}`, { redirect: 'manual' });
    status[path] = answer.status;
    expect(answer.headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'sha256-/);
    expect(answer.headers.get('content-security-policy'), path).not.toContain('unsafe');
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
  }
  expect(status).toEqual({
    '/': 200,
    '/product': 200,
    '/track': 200,
    '/checkout-cancelled': 200,
    '/auth': 200,
    '/mailbox': 200,
    '/nowhere': 404,
  });
});
