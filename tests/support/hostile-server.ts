import { createServer, type AddressInfo, type Socket } from 'node:net';

type Behavior = (socket: Socket) => void;

const drip = (socket: Socket, text: string, everyMs: number) => {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
};

/** Writes as fast as the other side reads. */
function flood(socket: Socket, text: string): void {
  while (!socket.destroyed && socket.write(text));
  socket.once('drain', () => flood(socket, text));
}

const mega = 'x'.repeat(1_000_000);
const chunk = `f4240\r\n${mega}\r\n`;
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Misbehaviors of a server, on a plain socket that has received the start of a request. */
export const misbehaviors = {
  'stays silent': () => undefined,
  'answers 101 Switching Protocols': (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: nothing\r\nConnection: Upgrade\r\n\r\n');
  },
  'answers 101 without naming a protocol': (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'answers 101 and floods the connection': (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: nothing\r\nConnection: Upgrade\r\n\r\n');
    flood(socket, mega);
  },
  'sends provisional answers slowly': (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 100),
  'floods with provisional answers': (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)),
  'sends one header after the other': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'X-More: 1\r\n', 50);
  },
  'floods with headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, 'X-More: 1\r\n'.repeat(10_000));
  },
  'sends the status line byte by byte': (socket) => drip(socket, 'H', 100),
  'sends a slow body': (socket) => {
    socket.write(chunked);
    drip(socket, '1\r\nx\r\n', 50);
  },
  'floods with a body': (socket) => {
    socket.write(chunked);
    flood(socket, chunk);
  },
  'announces a body that never comes': (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'),
  'redirects to itself': (socket) =>
    void socket.write('HTTP/1.1 307 Temporary Redirect\r\nLocation: /hooks\r\nContent-Length: 0\r\n\r\n'),
  'sends a bomb that is said to be compressed': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n');
    flood(socket, chunk);
  },
  'closes at once': (socket) => void socket.end(),
  'resets the connection': (socket) => void socket.resetAndDestroy(),
  'answers in another protocol': (socket) => drip(socket, '220 mail.example ESMTP\r\n', 100),
} satisfies Record<string, Behavior>;

/** Misbehaviors of a mail server. It begins before the shop has sent anything. */
export const mailMisbehaviors = {
  'stays silent': () => undefined,
  'never ends its greeting': (socket) => drip(socket, '220-mail.example\r\n', 50),
  'floods with its greeting': (socket) => flood(socket, '220-mail.example\r\n'.repeat(10_000)),
  'floods with one line': (socket) => flood(socket, mega),
  'sends one sign after the other': (socket) => drip(socket, '2', 50),
  'answers every command endlessly': (socket) => {
    socket.write('220 mail.example\r\n');
    socket.on('data', () => drip(socket, '250-more\r\n', 50));
  },
  'offers TLS and never ends the handshake': (socket) => {
    socket.write('220 mail.example\r\n');
    socket.once('data', () => {
      socket.write('250-mail.example\r\n250 STARTTLS\r\n');
      socket.once('data', () => socket.write('220 go ahead\r\n'));
    });
  },
} satisfies Record<string, Behavior>;

export type Misbehavior = keyof typeof misbehaviors;

/**
 * Starts a server on a plain socket that misbehaves as soon as it has received something, or with
 * `atOnce` as soon as someone connects.
 */
export async function startHostile(behavior: Behavior, { atOnce = false } = {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    if (atOnce) behavior(socket);
    else socket.once('data', () => behavior(socket));
    socket.resume();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    /** Number of connections that are open. */
    open: () => sockets.size,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
