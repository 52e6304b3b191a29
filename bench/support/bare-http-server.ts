import { createServer } from 'node:http';

type StoredResponse = { headers: Record<string, string>; body: string };

/**
 * `node:http` alone, sending one stored response. Runs in a separate process, which receives the
 * response and reports its port by message.
 */
process.once('message', ({ headers, body }: StoredResponse) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) process.send?.(address.port);
  });
});
process.once('disconnect', () => process.exit(0));
