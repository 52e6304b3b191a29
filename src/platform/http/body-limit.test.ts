import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { limitBody } from './body-limit.server.ts';

const app = new Hono();
app.use(limitBody(10, (c) => c.text('too large', 413)));
app.all('*', async (c) => c.text(await c.req.text()));

test.each([
  ['that says it has 11 bytes', { 'content-length': '11' }, '12345678901', 413],
  ['that says it has 10 bytes', { 'content-length': '10' }, '1234567890', 200],
  ['of 11 bytes that does not say so', {}, '12345678901', 413],
  ['of 10 bytes that does not say so', {}, '1234567890', 200],
  [
    'of 11 bytes in pieces, whatever it says',
    { 'transfer-encoding': 'chunked', 'content-length': '1' },
    '12345678901',
    413,
  ],
])('a body %s is limited to 10 bytes', async (_what, headers, body, status) => {
  const answer = await app.request('/', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([status, status === 200 ? body : 'too large']);
});

test('requests without a body pass without a length check', async () => {
  expect((await app.request('/')).status).toBe(200);
});
