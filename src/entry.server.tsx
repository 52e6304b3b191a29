import { PassThrough, Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';

import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';

/** Renders a page to the end before it is sent: its scripts are hashed for the security policy, and it is cached whole. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((done, failed) => {
    let finalStatus = status;
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough();
        pipe(body);
        headers.set('content-type', 'text/html; charset=utf-8');
        const stream = ReadableStream.from(Readable.from(body)) as unknown as BodyInit;
        done(new Response(stream, { status: finalStatus, headers }));
      },
      onShellError: failed,
      onError() {
        finalStatus = 500;
      },
    });
  });
}

/** A page that fails is a fault of ours, unless its reader went away. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
