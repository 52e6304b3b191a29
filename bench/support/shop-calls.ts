import { Agent, request } from 'node:http';

export type Answer = { status: number; body: string; cookies: string[] };
export type Call = (
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => Promise<Answer>;

const patienceMs = 30_000;

type Asked = Parameters<Call>;

/** A kept connection that the shop closed at the very moment of a request: it took nothing of it. */
class ClosedMeanwhile extends Error {}

function ask(place: { port: number; agent: Agent }, [method, path, headers, body]: Asked): Promise<Answer> {
  return new Promise((done, failed) => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const typed =
      json === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
    const options = { host: '127.0.0.1', ...place, method, path, headers: { ...headers, ...typed } };
    const asked = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', failed);
      answer.once('end', () => {
        const cookies = answer.headers['set-cookie'] ?? [];
        done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString(), cookies });
      });
    });
    asked.setTimeout(patienceMs, () => asked.destroy(new Error(`${method} ${path} was not answered in time`)));
    asked.once('error', (error: NodeJS.ErrnoException) => {
      const wasClosed = asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      failed(wasClosed ? new ClosedMeanwhile() : error);
    });
    asked.end(json);
  });
}

/** Calls a shop on this machine over connections that stay open; gives up on an answer after 30 s. */
export function callsTo(port: number, connections: number): { call: Call; end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = async (...asked: Asked): Promise<Answer> => {
    for (;;) {
      try {
        return await ask({ port, agent }, asked);
      } catch (error) {
        // Sent once more, as browsers do.
        if (!(error instanceof ClosedMeanwhile)) throw error;
      }
    }
  };
  return { call, end: () => agent.destroy() };
}
