import { createServer } from 'node:http';

type Kept = { headers: Record<string, string>; body: string };

/** `node:http` alone, sending one kept answer: a process of its own, told its answer and asked for its port by messages. */
process.once('message', ({ headers, body }: Kept) => {
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
