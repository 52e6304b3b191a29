import { expect, test } from 'vitest';

import { readSettings } from '../env/settings.server.ts';
import { servedHosts } from './host-allowlist.server.ts';

const settings = readSettings({ SESSION_SECRET: 'a secret for tests that is long enough to sign with' });
const live = servedHosts({
  ...settings,
  shopMode: 'live',
  address: 'https://shop.example',
  allowedHosts: ['www.shop.example', '10.0.0.7'],
});

test.each([
  ['shop.example', '/', true],
  ['SHOP.example:443', '/', true],
  ['www.shop.example', '/api/cart', true],
  ['10.0.0.7:3000', '/', true],
  ['localhost:3000', '/', true],
  ['127.0.0.1:41234', '/api/cart', true],
  ['[::1]:3000', '/', true],
  ['203.0.113.9', '/healthz', true],
  ['203.0.113.9:3000', '/readyz', true],
  ['shop', '/metrics', true],
  ['evil.example', '/', false],
  ['shop.example.evil.example', '/', false],
  ['evil.example', '/readyz/../', false],
  ['203.0.113.9', '/', false],
  ['shop.example@evil.example', '/', false],
  ['localhost.evil.example', '/', false],
  ['', '/', false],
  ['a b', '/', false],
])('a live shop at shop.example, requested as %j for %s: %j', (host, path, isServed) => {
  expect(live(host, path)).toBe(isServed);
});

test('a demo shop answers for every host, on any port', () => {
  const demo = servedHosts({ ...settings, address: 'https://shop.example' });
  const hosts = ['localhost:3999', 'shop.lan', '192.168.1.4:3000', 'evil.example'];
  expect(hosts.filter((host) => !demo(host, '/'))).toEqual([]);
});
