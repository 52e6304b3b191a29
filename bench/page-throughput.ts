import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startShopServer } from '../tests/e2e/support/shop-server.ts';
import { requestsPerSecond } from './support/requests-per-second.ts';
import { median, report } from './support/bench-report.ts';

const connections = 16;

type StoredResponse = { headers: Record<string, string>; body: Buffer };

/** Fetches one response in its compressed form. */
function answerOf(url: string): Promise<StoredResponse> {
  return new Promise((done, failed) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { date: _, connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...headers } = response.headers;
        const body = Buffer.concat(chunks);
        done({ headers: { ...(headers as Record<string, string>), 'content-length': String(body.length) }, body });
      });
    }).once('error', failed);
  });
}

async function startBare({ headers, body }: StoredResponse) {
  const child = fork(join(import.meta.dirname, 'support/bare-http-server.ts'));
  child.send({ headers, body: body.toString('base64') });
  const [port] = (await once(child, 'message')) as [number];
  return { port, stop: () => child.disconnect() };
}

/**
 * Pages per second from one process of the shop. The reference is `node:http` sending the same
 * bytes, measured in alternation. Options: `--rounds` (5) of `--seconds` (2).
 */
export async function run(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, seconds: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const [rounds, seconds] = [Number(values.rounds ?? 5), Number(values.seconds ?? 2)];
  const measure = (port: number, path: string) => requestsPerSecond({ port, path, connections, seconds });
  const shop = await startShopServer();
  for (const path of ['/', '/product']) {
    const bare = await startBare(await answerOf(`${shop.url}${path}`));
    await measure(shop.port, path);
    await measure(bare.port, path);
    const ours: number[] = [];
    const reference: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(shop.port, path));
      reference.push(await measure(bare.port, path));
    }
    report({
      name: `page-throughput${path}`,
      value: median(ours),
      unit: 'requests/s',
      reference: median(reference),
    });
    bare.stop();
  }
  await shop.stop();
}
