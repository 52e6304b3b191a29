import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

import type { Sandbox } from './sandbox.ts';

const everyMs = 1_000;

/**
 * Serves a sandbox over HTTP on this machine: the API at `/v1`, the browser routes at `/sandbox`.
 * Delivers events every second.
 */
export async function serveSandbox(sandbox: Sandbox, port = 0): Promise<{ port: number; stop(): void }> {
  const app = new Hono();
  app.all('/v1/*', (c) => sandbox.fetch(c.req.raw));
  app.route('/sandbox', sandbox.routes);
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done);
  });
  let timer: NodeJS.Timeout;
  const work = async () => {
    await sandbox.settle(new Date());
    await sandbox.deliverEvents();
    timer = setTimeout(() => void work(), everyMs);
  };
  timer = setTimeout(() => void work(), everyMs);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the sandbox listens on no port');
  const stop = () => {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  };
  return { port: address.port, stop };
}
