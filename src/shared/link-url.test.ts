import { expect, test } from 'vitest';

import { isLocalAddress, linkAddress } from './link-url.ts';

test.each(['https://example.com/?a=1#b', 'mailto:help@example.com', 'tel:+1-212-555-0100', '/science#studies', '/'])(
  'a link may lead to %s',
  (address) => {
    expect(linkAddress(` ${address}\n`)).toBe(address);
  },
);

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'blob:https://example.com/1',
  'http://example.com',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  'https:example.com',
  'https:///example.com',
  'https://',
  'https://example.com/"onclick="x',
  'https://example.com/a b',
  'mailto:help',
  'page',
  '#part',
  '?a',
  '',
])('a link may not lead to %j', (address) => {
  expect(linkAddress(address)).toBeNull();
});

test.each([
  ['/', true],
  ['/about?a=1#b', true],
  ['/blog/a%5Cb', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['\\/evil.example', false],
  ['/\t/evil.example', false],
  ['/\n\\evil.example', false],
  ['/\u0000/evil.example', false],
  [' /about', false],
  ['about', false],
  ['javascript:alert(1)', false],
  ['java&#115;cript:alert(1)', false],
  ['https://evil.example', false],
  ['', false],
])('%j is an address of this shop: %s', (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal);
});
