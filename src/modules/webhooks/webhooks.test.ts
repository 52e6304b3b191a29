import { expect, test } from 'vitest';

import { namesPrivateHost } from './ssrf-guard.server.ts';
import { isGone, isAccepted, nextPause, retryDelays, replyText, urlRefusal } from './webhooks.ts';

test.each([
  ['https://erp.example/hooks', true, null],
  ['http://erp.example/hooks', true, 'not_https'],
  ['http://erp.example/hooks', false, null],
  ['ftp://erp.example/hooks', false, 'not_https'],
  ['erp.example/hooks', false, 'not_an_address'],
  ['https://user:secret@erp.example/', true, 'has_password'],
  [`https://erp.example/${'x'.repeat(2_000)}`, true, 'not_an_address'],
])('%s in a live shop (%s) is refused: %s', (url, isLive, expected) => {
  expect(urlRefusal(url, isLive)).toBe(expected);
});

test('a message is tried eleven times within 24 hours, after 5 s for the first time', () => {
  expect(nextPause(1)).toBe(5);
  expect(nextPause(10)).toBe(8 * 3_600);
  expect(nextPause(11)).toBeNull();
  const hours = retryDelays.reduce((sum, pause) => sum + pause, 0) / 3_600;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
});

test.each([
  [200, true],
  [299, true],
  [199, false],
  [300, false],
  [302, false],
  [500, false],
  [null, false],
])('the response %s counts as accepted: %s', (status, expected) => {
  expect(isAccepted({ status })).toBe(expected);
});

test('only 410 means gone, and replies are shown by error or status', () => {
  expect([isGone({ status: 410 }), isGone({ status: 404 })]).toEqual([true, false]);
  expect(replyText({ status: null, error: 'no response within 5 s' })).toBe('no response within 5 s');
  expect(replyText({ status: 503, error: null })).toBe('HTTP 503');
});

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:93.184.216.34', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
])('%s is an address of the open internet: %s', (address, expected) => {
  const host = address.includes(':') ? `[${address}]` : address;
  expect(namesPrivateHost(`https://${host}/`)).toBe(!expected);
});

test.each([
  ['https://erp.example/', false],
  ['https://localhost/', true],
  ['https://shop.localhost./', true],
  ['https://127.1/', true],
  ['https://0x7f000001/', true],
  ['https://2130706433/', true],
  ['https://[::1]/', true],
  ['https://[::ffff:10.0.0.1]/', true],
  ['https://metadata.google.internal/', true],
])('%s names a private host: %s', (url, expected) => {
  expect(namesPrivateHost(url)).toBe(expected);
});
