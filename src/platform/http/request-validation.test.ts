import { Hono } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';

import { validateUrl, parseFormMiddleware, validateJsonBody } from './request-validation.server.ts';
import { createErrorHandler } from './error-handler.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const app = new Hono<ShopEnv>();
app.onError(createErrorHandler(pino({ level: 'silent' })));
app.use('*', validateUrl);
app.use('/api/*', validateJsonBody);
app.use('/page', parseFormMiddleware());
app.use(
  '/upload',
  parseFormMiddleware(() => true),
);
app.post('/upload', (c) => c.json([...(c.get('form') ?? [])].map(([name, value]) => [name, sizeOf(value)])));
app.all('*', (c) => c.text('reached'));

const sizeOf = (value: string | File) => (typeof value === 'string' ? value : `${value.name} of ${value.size} bytes`);

const address = async (path: string) => (await app.request(path)).status;

async function sent(path: string, body: string, type: string): Promise<number> {
  return (await app.request(path, { method: 'POST', headers: { 'content-type': type }, body })).status;
}

test.each([
  ['GET', '/admin/mails/1/%68tml', 301, '/admin/mails/1/html'],
  ['GET', '/%61pi/session?a=%41', 301, '/api/session?a=%41'],
  ['GET', '/api/sess%69on', 301, '/api/session'],
  ['POST', '/api/sess%69on', 404, null],
  ['DELETE', '/%61pi/session', 404, null],
  ['GET', '//evil%2Eexample', 404, null],
  ['GET', '/\\evil%2Eexample', 404, null],
  ['GET', '/admin/customers/a%40b', 200, null],
  ['GET', '/admin/orders/a%2Fb', 200, null],
])('%s %s answers %s and leads to %s', async (method, path, status, location) => {
  const answer = await app.request(path, { method });
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
});

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
  [JSON.stringify({ name: `e${'\u0301'.repeat(30)}` }), 200],
  [JSON.stringify({ name: `e${'\u0301'.repeat(24_000)}${'\u0316'.repeat(24_000)}` }), 400],
  [JSON.stringify({ [`e${'\u0301\u200b'.repeat(31)}`]: 1 }), 400],
  ['{"name":"\\\\u0000"}', 200],
  [nested(33), 200],
  [nested(34), 400],
  [nested(50_000), 400],
  [JSON.stringify(Array.from({ length: 1_999 }, () => 1)), 200],
  [JSON.stringify(Array.from({ length: 2_000 }, () => 1)), 413],
  [JSON.stringify(Array.from({ length: 45 }, () => Array.from({ length: 45 }, () => []))), 413],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [index, 1]))), 413],
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
  ['multipart/form-data; boundary=r', '--r\r\n', 400],
  ['multipart/form-data', 'name=Mia', 400],
  [`multipart/form-data; boundary=${'b'.repeat(253)}`, part('name="name"', 'Mia'), 400],
  ['multipart/form-data; boundary=""', part('name="name"', 'Mia'), 400],
  ['multipart/form-data; boundary=r; charset=none', part('name="name"', 'Mia'), 200],
  ['multipart/form-data; boundary=r', part("name*=none''%zz", 'Mia'), 200],
  ['application/x-www-form-urlencoded', `name=e${'%CC%81'.repeat(30)}`, 200],
  ['application/x-www-form-urlencoded', `name=e${'%CC%81'.repeat(31)}`, 400],
  ['application/x-www-form-urlencoded', `name=e${'%CC%81%E2%80%8B'.repeat(31)}`, 400],
  ['multipart/form-data; boundary=r', part('name="name"', `e${'\u0301'.repeat(31)}`), 400],
  ['application/json', '{}', 415],
  ['text/plain', 'name=Mia', 415],
])('a form of type %s that holds %j is answered with %i', async (type, body, status) => {
  expect(await sent('/page', body, type)).toBe(status);
});

const fields = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&');
const parts = (count: number, name: string) => `${part(name, 'x').replace('--r--\r\n', '').repeat(count)}--r--\r\n`;
const multipart = 'multipart/form-data; boundary=r';
const urlencoded = 'application/x-www-form-urlencoded';
const photo = 'name="images"; filename="a.png"';

test.each([
  ['500 fields', urlencoded, fields(500), 200],
  ['501 fields', urlencoded, fields(501), 413],
  ['500 separators', urlencoded, '&'.repeat(500), 413],
  ['102,400 bytes', urlencoded, `a=${'x'.repeat(102_398)}`, 200],
  ['102,401 bytes', urlencoded, `a=${'x'.repeat(102_399)}`, 413],
  ['500 parts', multipart, parts(500, 'name="a"'), 200],
  ['501 parts', multipart, parts(501, 'name="a"'), 413],
  ['a part of 102,399 bytes', multipart, part('name="a"', 'x'.repeat(102_399)), 200],
  ['a part of 102,400 bytes and its name', multipart, part('name="a"', 'x'.repeat(102_400)), 413],
  ['parts of 102,400 bytes together', multipart, parts(3, 'name="a"').replaceAll('x', 'x'.repeat(34_133)), 413],
  ['a file where none is expected', multipart, part(photo, 'PNG'), 413],
])('a form of %s (%s) is answered with its status', async (_name, type, body, status) => {
  expect(await sent('/page', body, type)).toBe(status);
});

test.each([
  [10, 200],
  [11, 413],
])('a form with %i files is answered with %i where files are expected', async (count, status) => {
  expect(await sent('/upload', parts(count, photo), multipart)).toBe(status);
});

test("a body without any part is not read beyond the limit for a form's texts", async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      if (pulled === 1_000) controller.close();
      else controller.enqueue(new TextEncoder().encode('\r\n--'.repeat(2_500)));
    },
  });
  const init = { method: 'POST', headers: { 'content-type': multipart }, body, duplex: 'half' };
  expect((await app.request('/upload', init)).status).toBe(413);
  expect(pulled).toBeLessThan(30);
});

test('a route reads fields and files of a form in the order in which they were sent', async () => {
  const form = new FormData();
  form.append('name', 'Zoë & Mia=1');
  form.append('images', new File([new Uint8Array(300_000)], 'größe.png', { type: 'image/png' }));
  form.append('name', '\u{1f339}\n');
  form.append('images', new File([], ''));
  const answer = await app.request('/upload', { method: 'POST', body: form });
  expect(await answer.json()).toEqual([
    ['name', 'Zoë & Mia=1'],
    ['images', 'größe.png of 300000 bytes'],
    ['name', '\u{1f339}\r\n'],
    ['images', ' of 0 bytes'],
  ]);
});

test('a file may contain bytes that a text may not', async () => {
  expect(await sent('/upload', part(photo, 'PNG\0'), multipart)).toBe(200);
});

test('a form that arrives in pieces and breaks off is refused', async () => {
  const whole = new TextEncoder().encode(parts(3, photo));
  const pieces = [whole.slice(0, 10), whole.slice(10, 150), whole.slice(150, -20)];
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  const init = { method: 'POST', headers: { 'content-type': multipart }, body, duplex: 'half' };
  expect((await app.request('/upload', init)).status).toBe(400);
});
