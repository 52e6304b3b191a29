import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

export type OutgoingCall = {
  url: string;
  method: 'GET' | 'POST' | 'PURGE';
  headers?: Record<string, string>;
  body?: string;
  /** Deadline of the whole call in ms: name look-up, connection, headers and body. */
  withinMs: number;
  /** Bytes of the answer's body that are read at most. The call fails beyond them. 0 reads none. */
  maxBytes: number;
  lookup?: LookupFunction;
};

export type OutgoingAnswer = { status: number; body: string };

/** True for a 2xx status. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Provisional answers (1xx) that a call bears with. */
const maxProvisional = 20;

/**
 * Reads a body of at most `maxBytes` without decoding it, so a compressed one stays as small as it
 * came.
 */
function readBody(response: IncomingMessage, maxBytes: number, settle: Settle): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) return settle(new Error(`the answer is longer than ${maxBytes} bytes`));
    parts.push(part);
  });
  response.on('end', () => settle({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }));
  response.on('error', settle);
  response.on('close', () => settle(new Error('the answer ended early')));
}

type Settle = (outcome: OutgoingAnswer | Error) => void;

/**
 * Makes one HTTP call over a connection of its own and returns the answer, whatever its status.
 * Follows no redirect. Throws if the deadline passes, and nothing in the answer extends that.
 */
export function callOut({
  url,
  method,
  body,
  headers,
  withinMs,
  maxBytes,
  lookup,
}: OutgoingCall): Promise<OutgoingAnswer> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
  const sent = request(url, {
    method,
    agent: false,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    ...(lookup === undefined ? {} : { lookup }),
  });
  const settle: Settle = (outcome) => {
    clearTimeout(timer);
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome);
    sent.destroy();
  };
  // Settles the promise itself, because Node ignores a signal once the socket was handed over.
  const timer = setTimeout(() => settle(new Error(`no response within ${withinMs / 1_000} s`)), withinMs);
  let provisional = 0;
  sent.on('information', () => {
    provisional += 1;
    if (provisional > maxProvisional) settle(new Error('no answer after many provisional ones'));
  });
  sent.on('upgrade', (response, socket) => {
    socket.destroy();
    settle({ status: response.statusCode ?? 101, body: '' });
  });
  sent.on('response', (response) => {
    if (maxBytes === 0) settle({ status: response.statusCode ?? 0, body: '' });
    else readBody(response, maxBytes, settle);
  });
  sent.on('error', settle);
  sent.on('close', () => settle(new Error('the connection ended without an answer')));
  sent.end(body);
  return promise;
}
