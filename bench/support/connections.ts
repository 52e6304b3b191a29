import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: string; cookies: string[] };
export type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
};

const patienceMs = 30_000;
const headersEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const nothing: Buffer = Buffer.alloc(0);

/** A kept connection that the shop closed at the very moment of a request: it took nothing of it. */
class ClosedMeanwhile extends Error {}

type Asked = { request: Request; answered(this: void, answer: Answer): void; failed(this: void, error: Error): void };
type Found = { answer: Answer; isLast: boolean };

function textOf({ method, path, headers, body }: Request, port: number): string {
  let text = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return body === undefined ? `${text}\r\n` : `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The parts of a body that comes in chunks; null while more is to come. */
function chunksIn(bytes: Buffer, from: number): string | null {
  const parts: Buffer[] = [];
  for (let at = from; ;) {
    const line = bytes.indexOf(lineEnd, at);
    if (line === -1) return null;
    const length = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const [begin, end] = [line + lineEnd.length, line + lineEnd.length + length];
    if (Number.isNaN(length)) throw new Error('a chunk has no length');
    if (bytes.length < end + lineEnd.length) return null;
    if (length === 0) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(begin, end));
    at = end + lineEnd.length;
  }
}

function bodyIn(bytes: Buffer, from: number, head: string): string | null {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = from + Number(length);
    return bytes.length < end ? null : bytes.toString('utf8', from, end);
  }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return chunksIn(bytes, from);
  if (/^HTTP\/1\.1 (?:204|304)/.test(head)) return '';
  throw new Error('an answer does not say how long it is');
}

/** The answer in `bytes`; null while more of it is to come. */
function answerIn(bytes: Buffer): Found | null {
  const end = bytes.indexOf(headersEnd);
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const body = bodyIn(bytes, end + headersEnd.length, head);
  if (body === null) return null;
  const cookies = Array.from(head.matchAll(/\r\nset-cookie: ([^\r]*)/gi), ([, cookie = '']) => cookie);
  return { answer: { status: Number(head.slice(9, 12)), body, cookies }, isLast: /\r\nconnection: close/i.test(head) };
}

type Connection = { ask(asked: Asked): void; socket: Socket };

/** A connection that stays open for one request after the other; `free` hears that it may be asked again. */
function openConnection(port: number, free: (connection: Connection) => void): Connection {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setTimeout(patienceMs);
  let [asked, isKept, bytes]: [Asked | null, boolean, Buffer] = [null, false, nothing];
  const connection: Connection = {
    socket,
    ask(next) {
      asked = next;
      socket.write(textOf(next.request, port));
    },
  };
  const end = (found: Found) => {
    const done = asked;
    [asked, isKept, bytes] = [null, true, nothing];
    if (found.isLast) socket.destroy();
    else free(connection);
    done?.answered(found.answer);
  };
  socket.on('data', (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    try {
      const found = answerIn(bytes);
      if (found !== null) end(found);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  let reason: NodeJS.ErrnoException = new Error('the connection was closed before the answer');
  socket.on('timeout', () =>
    socket.destroy(new Error(`${asked?.request.method} ${asked?.request.path} was not answered in time`)),
  );
  socket.on('error', (error) => (reason = error));
  socket.on('close', () => {
    const wasCut = reason.code === undefined ? socket.errored === null : /ECONNRESET|EPIPE/.test(reason.code);
    asked?.failed(isKept && wasCut && bytes.length === 0 ? new ClosedMeanwhile() : reason);
  });
  return connection;
}

/** Requests to one port of this machine over at most so many connections that stay open; gives up on an answer after 30 s. */
export function connectionsTo(port: number, most: number) {
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: Asked[] = [];
  let isEnded = false;
  const free = (connection: Connection) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else connection.ask(next);
  };
  const another = () => {
    const connection = openConnection(port, free);
    open.add(connection);
    connection.socket.once('close', () => {
      open.delete(connection);
      const place = idle.indexOf(connection);
      if (place !== -1) idle.splice(place, 1);
      const next = isEnded ? undefined : waiting.shift();
      if (next !== undefined) another().ask(next);
    });
    return connection;
  };
  const ask = (request: Request) =>
    new Promise<Answer>((answered, failed) => {
      const asked = { request, answered, failed };
      const connection = idle.pop() ?? (open.size < most ? another() : undefined);
      if (connection === undefined) waiting.push(asked);
      else connection.ask(asked);
    });
  return {
    async send(request: Request): Promise<Answer> {
      for (;;) {
        try {
          return await ask(request);
        } catch (error) {
          // Sent once more, as browsers do.
          if (isEnded || !(error instanceof ClosedMeanwhile)) throw error;
        }
      }
    },
    end() {
      isEnded = true;
      for (const { socket } of open) socket.destroy();
    },
  };
}
