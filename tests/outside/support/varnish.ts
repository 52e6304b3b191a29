import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startDaemon } from '../../cluster/support/daemon.ts';
import { nonEphemeralPort } from '../../support/postgres-cluster.ts';
import { untilTrue } from './steady-load.ts';

export const edgeToken = 'a token of the edge that is long enough';

const originPort = '.port = "8080"';

/** Starts the Varnish of deploy/cluster in front of a shop on this machine. */
export async function startVarnish(shopPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'halorosa-varnish-'));
  const configured = readFileSync('deploy/cluster/varnish.vcl', 'utf8');
  if (!configured.includes(originPort)) throw new Error(`varnish.vcl names no ${originPort}`);
  const vcl = join(folder, 'shop.vcl');
  writeFileSync(vcl, configured.replace(originPort, `.port = "${shopPort}"`));
  const port = await nonEphemeralPort();
  const url = `http://127.0.0.1:${port}`;
  const place = ['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`, '-f', vcl];
  const daemon = startDaemon({
    program: '/usr/sbin/varnishd',
    args: [...place, '-s', 'malloc,64m', '-p', 'http_gzip_support=off', '-p', 'thread_pool_min=50'],
    env: { EDGE_PURGE_TOKEN: edgeToken },
  });
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 404,
      () => false,
    );
  await untilTrue('Varnish answers', 60_000, answers).catch((error: Error) => {
    throw new Error(`${error.message}\n${daemon.log()}`);
  });
  return {
    port,
    url,
    /**
     * Number of visitor requests that it served from its cache, and of requests to the shop, since
     * its start.
     */
    counts() {
      const said = execFileSync('/usr/bin/varnishstat', ['-1', '-n', join(folder, 'work')], { encoding: 'utf8' });
      const count = (name: string) => Number(new RegExp(`^MAIN\\.${name} +(\\d+)`, 'm').exec(said)?.[1]);
      return { hits: count('cache_hit'), requests: count('client_req'), ofShop: count('backend_req') };
    },
    async stop() {
      await daemon.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Varnish = Awaited<ReturnType<typeof startVarnish>>;
