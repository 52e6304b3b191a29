import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { signedValue } from './auth-library.server.ts';

const secret = 'the secret of this shop';
const token = 'a'.repeat(43);
const signature = (value: string, by = secret) => createHmac('sha256', by).update(value).digest('base64');
const cookie = (value: string) => `cart=1; shop.session_token=${value}; device=2`;
const valueIn = (text: string) => signedValue(new Headers({ cookie: text }), { name: 'shop.session_token', secret });

test('a session cookie signed by this shop returns its token in the form that browsers send', () => {
  const signed = `${token}.${signature(token)}`;
  expect(valueIn(cookie(encodeURIComponent(signed)))).toBe(token);
  expect(valueIn(cookie(signed))).toBe(token);
});

test.each([
  ['no cookie of that name', 'cart=1; other.session_token=2'],
  ['no signature', cookie(token)],
  ['an empty signature', cookie(`${token}.`)],
  ['a signature without a value', cookie(`.${signature('')}`)],
  ['the signature of another value', cookie(`${token}.${signature('b'.repeat(43))}`)],
  ['the signature of another secret', cookie(`${token}.${signature(token, 'another')}`)],
  ['half a signature', cookie(`${token}.${signature(token).slice(0, 22)}`)],
  ['a signature and more', cookie(`${token}.${signature(token).slice(0, -1)}AAAA`)],
  ['an escape that nothing stands for', cookie(`${token}.%E0%A4%A`)],
  ['a second one that is good behind a bad one', `shop.session_token=bad; ${cookie(`${token}.${signature(token)}`)}`],
])('%s opens nothing', (_what, text) => {
  expect(valueIn(text)).toBeNull();
});
