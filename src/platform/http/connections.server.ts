import { createServer, ServerResponse, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

import { networkOf } from '../limits/client-network.ts';
import { isTrustedProxy, type Proxies } from './client-ip.server.ts';
import { earlyAnswers } from './early-answer.server.ts';

/** Max connections at once, in total and per address if addresses can be told apart. */
const maxOpen = 1_500;
const maxOfAddress = 200;
/**
 * Time after the stop in which a client with a keep-alive connection may send its next request, in
 * ms.
 */
const lingerMs = 1_500;
const giveUpMs = 6_000;
/**
 * Time for which an idle connection is kept, in ms. Longer than the documented proxies keep theirs:
 * Caddy up to 120 s, nginx 60 s. A POST on a connection that just ended would be answered 502.
 */
const keepAliveMs = 150_000;

const loopback = /^(127\.|::1$|::ffff:127\.)/;

type Connecting = Pick<Proxies, 'trustProxy' | 'trustedProxies'>;

/**
 * Returns the client a connection counts for: an IPv4 address, or the /64 network of an IPv6 one.
 * Null for a proxy's and this machine's own.
 */
function ownerOf({ remoteAddress = '' }: Socket, proxies: Connecting): string | null {
  if (loopback.test(remoteAddress) || isTrustedProxy(remoteAddress, proxies)) return null;
  return networkOf(remoteAddress);
}

/**
 * Keeps the server open to newcomers. Beyond the limit, in total or per address, the connection
 * that has waited longest without a complete request is closed.
 */
function boundConnections(server: Server, proxies: Connecting): void {
  const all = new Set<Socket>();
  const byOwner = new Map<string, Set<Socket>>();
  const newest = new WeakMap<Socket, ServerResponse>();
  const owners = new WeakMap<Socket, Set<Socket>>();
  /** Puts a connection last, because it begins to wait now. */
  const putLast = (socket: Socket) => {
    for (const sockets of [all, owners.get(socket)]) if (sockets?.delete(socket) === true) sockets.add(socket);
  };
  server.on('request', ({ socket }, response) => {
    newest.set(socket, response);
    response.once('close', () => putLast(socket));
  });

  const isServed = (socket: Socket) => {
    const response = newest.get(socket);
    return response !== undefined && response.req.complete && !response.writableFinished;
  };
  const closeOldest = (sockets: Set<Socket>) => {
    for (const socket of sockets) {
      if (isServed(socket)) continue;
      sockets.delete(socket);
      socket.destroy();
      return;
    }
  };
  server.on('connection', (socket: Socket) => {
    const owner = ownerOf(socket, proxies);
    const own = owner === null ? undefined : (byOwner.get(owner) ?? new Set());
    all.add(socket);
    own?.add(socket);
    if (own !== undefined) owners.set(socket, own);
    if (owner !== null && own !== undefined) byOwner.set(owner, own);
    socket.once('close', () => {
      all.delete(socket);
      own?.delete(socket);
      if (owner !== null && own?.size === 0) byOwner.delete(owner);
    });
    if (own !== undefined && own.size > maxOfAddress) closeOldest(own);
    if (all.size > maxOpen) closeOldest(all);
  });
}

export type ServerParts = {
  answer: RequestListener;
  isStopping(): boolean;
  proxies: Connecting;
  /** True if visitors reach the shop over TLS. */
  isSecure?: () => boolean;
};

/** Puts words into the answers that Node gives before the application sees the request. */
function answerEarly(server: Server, isSecure: () => boolean): void {
  const early = earlyAnswers(isSecure);
  const newest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => newest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = newest.get(socket);
    early.endSocket(socket, error, response?.headersSent === true && !response.writableFinished);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => early.answer(response, 417));
}

/**
 * Creates a server on which no client can lock out others. Once it stops, each response closes its
 * connection.
 */
export function createBoundServer({ answer, isStopping, proxies, isSecure = () => false }: ServerParts): Server {
  class EndingResponse extends ServerResponse {
    override writeHead(...args: [number, ...unknown[]]): this {
      // The client's next request is to reach another process.
      if (isStopping()) this.shouldKeepAlive = false;
      return super.writeHead(...(args as [number]));
    }
  }
  const { answer: refuse } = earlyAnswers(isSecure);
  // Node would answer a request without a host itself, without a word.
  const options = { ServerResponse: EndingResponse, connectionsCheckingInterval: 1_000, requireHostHeader: false };
  const server = createServer(options, (request, response) => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined) refuse(response, 400);
    else answer(request, response);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = keepAliveMs;
  server.timeout = 60_000;
  server.maxConnections = 2_000;
  boundConnections(server, proxies);
  answerEarly(server, isSecure);
  return server;
}

export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      done();
    });
  });
}

/**
 * Waits until every client that the system has connected is known here, at most 500 ms. Any other
 * would be reset.
 */
async function untilAllAccepted(server: Server): Promise<void> {
  const end = performance.now() + 500;
  let isNew = true;
  const markNew = () => (isNew = true);
  server.on('connection', markNew);
  while (isNew && performance.now() < end) {
    isNew = false;
    await nextTurn();
  }
  server.off('connection', markNew);
}

/**
 * Takes no more connections, and waits for requests in progress and for those that arrive on open
 * connections.
 * Calls `atLast` after the last connection was accepted. Gives up on the rest after 6 s.
 */
export async function closeServer(server: Server, atLast: () => void): Promise<void> {
  await untilAllAccepted(server);
  atLast();
  let isOpen = true;
  const closed = new Promise<void>((done) => {
    // Not the HTTP server's own `close`: that ends connections at once if their request is still
    // arriving.
    NetServer.prototype.close.call(server, () => {
      isOpen = false;
      done();
    });
  });
  const wait = (ms: number) => Promise.race([closed, pause(ms, undefined, { ref: false })]);
  const end = performance.now() + giveUpMs;
  await wait(lingerMs);
  while (isOpen && performance.now() < end) {
    server.closeIdleConnections();
    await wait(200);
  }
  server.closeAllConnections();
  await closed;
}
