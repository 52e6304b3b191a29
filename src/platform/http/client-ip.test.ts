import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { clientIp } from './client-ip.server.ts';

const app = new Hono();
app.get('/', (c) => c.text(clientIp(c, true)));

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:52144', '203.0.113.7'],
  ['[2001:db8::7]:52144', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['', 'local'],
])('behind a proxy that says %j the client is %s, whatever port it comes from', async (forwarded, expected) => {
  const answer = await app.request('/', { headers: { 'x-forwarded-for': forwarded } });
  expect(await answer.text()).toBe(expected);
});
