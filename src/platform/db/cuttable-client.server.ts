import { Socket } from 'node:net';

import pg from 'pg';

import { noteLostConnection } from './unavailable.server.ts';

/** A connection that can be cut: to end it in order would wait for a server that does not answer. */
export class CuttableClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    socket.on('error', noteLostConnection);
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Fails the queries under way and frees the socket. */
  cut(): void {
    this.#socket.destroy();
  }
}
