import { connectionsTo, type Answer, type Request } from './http-connections.ts';

export type { Answer } from './http-connections.ts';
export type Call = (
  method: Request['method'],
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => Promise<Answer>;

/** Calls a local shop with JSON over keep-alive connections. A response times out after 30 s. */
export function callsTo(port: number, connections: number): { call: Call; end(): void } {
  const { send, end } = connectionsTo(port, connections);
  const call: Call = (method, path, headers, body) =>
    body === undefined
      ? send({ method, path, headers })
      : send({
          method,
          path,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
  return { call, end };
}
