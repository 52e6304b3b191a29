import { Socket } from 'node:net';

import pg from 'pg';

import { recordLostConnection } from './database-errors.server.ts';

/**
 * Receive buffer that all sockets share in turn. By default Node maps 64 KB of new memory for every
 * read.
 */
const arrived = Buffer.allocUnsafeSlow(64 * 1024);

function openSocket(): Socket {
  const callback = (size: number) => {
    socket.emit('data', Buffer.from(arrived.subarray(0, size)));
    return true;
  };
  const socket = new Socket({ onread: { buffer: arrived, callback } });
  return socket;
}

/** A connection that can be cut: an orderly end would wait for a server that does not answer. */
export class CuttableClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = openSocket();
    socket.on('error', recordLostConnection);
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Fails the queries in progress and frees the socket. */
  cut(): void {
    this.#socket.destroy();
  }
}
