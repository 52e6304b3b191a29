import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** Proxy to etcd that can delay watch events, as a host that was frozen reads them late. */
export async function startDelayedProxy(store: number) {
  let isLate = false;
  const server = createServer((client) => {
    const etcd = connect(store, '127.0.0.1');
    let isWatch = false;
    client.on('data', (chunk) => {
      isWatch ||= chunk.includes('/v3/watch');
      etcd.write(chunk);
    });
    etcd.on('data', (chunk) => {
      if (!(isWatch && isLate)) client.write(chunk);
    });
    for (const [one, other] of [
      [client, etcd],
      [etcd, client],
    ] as const) {
      one.on('error', () => undefined);
      one.once('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    keepNews() {
      isLate = true;
    },
    stop: () => server.close(),
  };
}

export type DelayedProxy = Awaited<ReturnType<typeof startDelayedProxy>>;
