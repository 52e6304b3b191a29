import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Wire = { url: string; count(): number; close(): void; stall(ms: number): void };

/** Forwards to PostgreSQL. Calls back with each message of the shop and their number so far. */
export async function wireTo(url: string, onMessage: (count: number, message: Buffer) => void): Promise<Wire> {
  let count = 0;
  let stalledUntil = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const database = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => socket.destroy());
    socket.on('error', () => database.destroy()).on('close', () => database.destroy());
    database.on('close', () => socket.destroy());
    socket.on('data', (message: Buffer) => onMessage((count += 1), message));
    socket.pipe(database).pipe(socket);
    for (const end of [socket, database]) {
      sockets.add(end);
      if (Date.now() < stalledUntil) end.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stall = (ms: number) => {
    stalledUntil = Date.now() + ms;
    for (const end of sockets) end.pause();
    setTimeout(() => {
      for (const end of sockets) end.resume();
    }, ms);
  };
  return { url: through.href, count: () => count, close: () => server.close(), stall };
}
