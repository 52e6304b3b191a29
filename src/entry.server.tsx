import { Writable } from 'node:stream';

import { renderToPipeableStream } from 'react-dom/server';
import { RouterContextProvider, ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router';

import { pageRequest } from '#platform/http/page-context.server.ts';

/** Renders a page to the end before it is sent: its scripts are hashed for the security policy, and it is cached whole. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((done, failed) => {
    let finalStatus = status;
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        const parts: Buffer[] = [];
        const page = new Writable({
          write(part: Buffer, _encoding, next) {
            parts.push(part);
            next();
          },
          final(next) {
            headers.set('content-type', 'text/html; charset=utf-8');
            done(new Response(Buffer.concat(parts).toString(), { status: finalStatus, headers }));
            next();
          },
        });
        pipe(page);
      },
      onShellError: failed,
      onError() {
        finalStatus = 500;
      },
    });
  });
}

/** A page that fails is a fault of ours, unless its reader went away. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(context instanceof RouterContextProvider)) return;
  const { ctx, visitor } = context.get(pageRequest);
  ctx.log.error({ err: error, requestId: visitor.requestId, path: new URL(request.url).pathname }, 'page failed');
};
