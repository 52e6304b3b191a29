import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { commonHeaders } from './security-headers.server.ts';

/** Words for requests that end before the application sees them, with nothing of their input. */
const sentences: Record<number, string> = {
  400: 'Your browser or a program between it and the shop sent something that the shop cannot read. Please open the page again.',
  408: 'The request took too long to arrive. Please check your connection and try again.',
  413: 'This request is too large. Please send less.',
  417: 'The shop does not support what this request expects.',
  500: 'Something went wrong. Please try again.',
  431: 'Your browser sent too much with this request. Please delete the cookies of this shop and open the page again.',
};

/** Status of an error of Node's HTTP parser. */
const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const pageOf = (status: number) => {
  const title = STATUS_CODES[status] ?? 'Error';
  const text = sentences[status] ?? sentences[400] ?? '';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
};

/** Answers with a status and its words before the application, and ends the connection. */
export function earlyAnswers(isSecure: () => boolean) {
  const headersOf = (body: string): Record<string, string> => ({
    ...commonHeaders(isSecure()),
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  return {
    answer(response: ServerResponse, status: number): void {
      const body = pageOf(status);
      response.writeHead(status, headersOf(body)).end(body);
    },
    response(status: number): Response {
      const body = pageOf(status);
      return new Response(body, { status, headers: headersOf(body) });
    },
    /** Answers a request that Node's parser refused, unless a response has already begun. */
    endSocket(socket: Duplex, error: NodeJS.ErrnoException, hasBegun: boolean): void {
      if (!socket.writable || hasBegun || error.code === 'ECONNRESET') return void socket.destroy(error);
      const status = statusOf[error.code ?? ''] ?? 400;
      const body = pageOf(status);
      const lines = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, `date: ${new Date().toUTCString()}`, ...lines];
      socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    },
  };
}
