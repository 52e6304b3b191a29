import { connect } from 'node:net';

type Load = { port: number; path: string; connections: number; seconds: number };

const headersEnd = Buffer.from('\r\n\r\n');

/** Returns the length of the first complete response in `bytes`, or 0 if it is incomplete. */
function answerLength(bytes: Buffer): number {
  const end = bytes.indexOf(headersEnd);
  if (end === -1) return 0;
  const head = bytes.subarray(0, end).toString('latin1');
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 60));
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error('the answer has no content-length');
  const whole = end + headersEnd.length + length;
  return bytes.length >= whole ? whole : 0;
}

function requests({ port, path }: Load, isOver: () => boolean): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n\r\n`;
  return new Promise((done, failed) => {
    let answered = 0;
    let responseLength = 0;
    let begun: Buffer = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.once('error', failed);
    socket.on('data', (chunk) => {
      begun = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      try {
        // Every response has the same length, so headers are parsed only once.
        if (responseLength === 0) responseLength = answerLength(begun);
      } catch (error) {
        failed(error);
        socket.destroy();
        return;
      }
      if (responseLength === 0 || begun.length < responseLength) return;
      begun = begun.subarray(responseLength);
      answered += 1;
      if (isOver()) {
        socket.destroy();
        done(answered);
      } else socket.write(request);
    });
  });
}

/** Requests per second over connections that each send the next request after the last response. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const begun = performance.now();
  const isOver = () => performance.now() - begun >= load.seconds * 1000;
  const counts = await Promise.all(Array.from({ length: load.connections }, () => requests(load, isOver)));
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000);
}
