import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: string; cookies: string[] };
export type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
};

const timeoutMs = 30_000;
const headersEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const nothing: Buffer = Buffer.alloc(0);

/** The shop closed a keep-alive connection just as a request was sent, so it processed nothing. */
class ClosedMeanwhile extends Error {}

type Pending = { request: Request; answered(this: void, answer: Answer): void; failed(this: void, error: Error): void };
type Found = { answer: Answer; isLast: boolean };

function textOf({ method, path, headers, body }: Request, port: number): string {
  let text = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return body === undefined ? `${text}\r\n` : `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Returns the body of a chunked response, or null if it is incomplete. */
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

/** Returns the response in `bytes`, or null if it is incomplete. */
function answerIn(bytes: Buffer): Found | null {
  const end = bytes.indexOf(headersEnd);
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const body = bodyIn(bytes, end + headersEnd.length, head);
  if (body === null) return null;
  const cookies = Array.from(head.matchAll(/\r\nset-cookie: ([^\r]*)/gi), ([, cookie = '']) => cookie);
  return { answer: { status: Number(head.slice(9, 12)), body, cookies }, isLast: /\r\nconnection: close/i.test(head) };
}

type Connection = { ask(pending: Pending): void; socket: Socket };

/**
 * Opens a keep-alive connection for one request at a time. `free` is called when it is ready for
 * the next.
 */
function openConnection(port: number, free: (connection: Connection) => void): Connection {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setTimeout(timeoutMs);
  let [pending, isReused, bytes]: [Pending | null, boolean, Buffer] = [null, false, nothing];
  const connection: Connection = {
    socket,
    ask(next) {
      pending = next;
      socket.write(textOf(next.request, port));
    },
  };
  const end = (found: Found) => {
    const done = pending;
    [pending, isReused, bytes] = [null, true, nothing];
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
    socket.destroy(new Error(`${pending?.request.method} ${pending?.request.path} was not answered in time`)),
  );
  socket.on('error', (error) => (reason = error));
  socket.on('close', () => {
    const wasCut = reason.code === undefined ? socket.errored === null : /ECONNRESET|EPIPE/.test(reason.code);
    pending?.failed(isReused && wasCut && bytes.length === 0 ? new ClosedMeanwhile() : reason);
  });
  return connection;
}

/**
 * Sends requests to a local port over at most `max` keep-alive connections. A response times out
 * after 30 s.
 */
export function connectionsTo(port: number, max: number) {
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: Pending[] = [];
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
      const index = idle.indexOf(connection);
      if (index !== -1) idle.splice(index, 1);
      const next = isEnded ? undefined : waiting.shift();
      if (next !== undefined) another().ask(next);
    });
    return connection;
  };
  const ask = (request: Request) =>
    new Promise<Answer>((answered, failed) => {
      const pending = { request, answered, failed };
      const connection = idle.pop() ?? (open.size < max ? another() : undefined);
      if (connection === undefined) waiting.push(pending);
      else connection.ask(pending);
    });
  return {
    async send(request: Request): Promise<Answer> {
      for (;;) {
        try {
          return await ask(request);
        } catch (error) {
          // Retries, as browsers do.
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
