import { Agent, request } from 'node:http';

export type Call = {
  /** Endpoint or page that the call tests. */
  target: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

export type Answer = { status: number; cookies: string[]; location: string; text: string; milliseconds: number };

/**
 * Sends calls exactly as written, without normalizing URLs. Status 0 means that the connection was
 * closed.
 */
export function httpClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const send = ({ method, path, headers, body }: Omit<Call, 'target'>, through?: Agent): Promise<Answer> =>
    new Promise((done) => {
      const begun = performance.now();
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const cut = (error: Error) =>
        done({ status: 0, cookies: [], location: '', text: error.message, milliseconds: performance.now() - begun });
      const options = {
        agent: through ?? false,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...length },
      };
      const sent = request(options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', cut);
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            cookies: response.headers['set-cookie'] ?? [],
            location: response.headers.location ?? '',
            text: Buffer.concat(parts).toString(),
            milliseconds: performance.now() - begun,
          }),
        );
      });
      sent.on('error', cut);
      sent.end(body ?? undefined);
    });
  /**
   * Retries once on a new connection, because the server may close an idle one just as it is
   * reused.
   */
  const sendWithRetry = async (call: Omit<Call, 'target'>): Promise<Answer> => {
    const answer = await send(call, agent);
    return answer.status === 0 ? send(call) : answer;
  };
  return { send: sendWithRetry, close: () => agent.destroy() };
}

export type HttpClient = ReturnType<typeof httpClient>;
