import { Hono } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';

import { checkedAddress, checkedForm, checkedJson } from './checked-input.server.ts';
import { answerError } from './on-error.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const app = new Hono<ShopEnv>();
app.onError(answerError(pino({ level: 'silent' })));
app.use('*', checkedAddress);
app.use('/api/*', checkedJson);
app.use('/page', checkedForm);
app.all('*', (c) => c.text('reached'));

const address = async (path: string) => (await app.request(path)).status;

async function sent(path: string, body: string, type: string): Promise<number> {
  return (await app.request(path, { method: 'POST', headers: { 'content-type': type }, body })).status;
}

test.each([
  ['/orders/HR-7K3QX9M2', 200],
  ['/blog/caf%C3%A9', 200],
  ['/orders/a%00', 400],
  ['/orders/%zz', 400],
  ['/orders/%ED%A0%80', 400],
  [`/${'a'.repeat(999)}`, 200],
  [`/${'a'.repeat(1_000)}`, 414],
  ['/?q=a%00', 400],
  ['/?utm_campaign=50%off', 200],
  ['/?q=%ff', 200],
  [`/?q=${'a'.repeat(7_900)}`, 200],
  [`/?q=${'a'.repeat(8_000)}`, 414],
])('the address %s is answered with %i', async (path, status) => {
  expect(await address(path)).toBe(status);
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['{"name":"Mia \\ud83c\\udf39"}', 200],
  ['', 200],
  ['{', 400],
  ['[1', 400],
  ['{"name":"Mia\\u0000"}', 400],
  ['{"name":["Mia \\ud83c"]}', 400],
  ['{"\\u0000":1}', 400],
  ['{"name":"\\\\u0000"}', 200],
  [nested(33), 200],
  [nested(34), 400],
  [nested(50_000), 400],
])('the JSON %.30s is answered with %i', async (body, status) => {
  expect(await sent('/api/x', body, 'application/json; charset=utf-8')).toBe(status);
});

const part = (name: string, text: string) =>
  `--r\r\ncontent-disposition: form-data; ${name}\r\n\r\n${text}\r\n--r--\r\n`;

test.each([
  ['application/x-www-form-urlencoded', 'name=Mia', 200],
  ['application/x-www-form-urlencoded', '', 200],
  ['application/x-www-form-urlencoded', 'name=Mia%00', 400],
  ['multipart/form-data; boundary=r', part('name="name"', 'Mia'), 200],
  ['multipart/form-data; boundary=r', part('name="name"', 'Mia\0'), 400],
  ['multipart/form-data; boundary=r', part('name="photo"; filename="a.png"', 'PNG\0'), 200],
  ['multipart/form-data; boundary=r', '--r\r\n', 400],
  ['multipart/form-data', 'name=Mia', 400],
  ['application/json', '{}', 415],
  ['text/plain', 'name=Mia', 415],
])('a form of type %s that holds %j is answered with %i', async (type, body, status) => {
  expect(await sent('/page', body, type)).toBe(status);
});
