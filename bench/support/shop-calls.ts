import { Agent, request } from 'node:http';

export type Answer = { status: number; body: string; cookies: string[] };
export type Call = (
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => Promise<Answer>;

const patienceMs = 30_000;

/** Calls a shop on this machine over connections that stay open; gives up on an answer after 30 s. */
export function callsTo(port: number, connections: number): { call: Call; end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call: Call = (method, path, headers, body) =>
    new Promise((done, failed) => {
      const json = body === undefined ? undefined : JSON.stringify(body);
      const typed =
        json === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
      const asked = request(
        { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...typed } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('error', failed);
          answer.once('end', () => {
            const cookies = answer.headers['set-cookie'] ?? [];
            done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString(), cookies });
          });
        },
      );
      asked.setTimeout(patienceMs, () => asked.destroy(new Error(`${method} ${path} was not answered in time`)));
      asked.once('error', failed);
      asked.end(json);
    });
  return { call, end: () => agent.destroy() };
}
