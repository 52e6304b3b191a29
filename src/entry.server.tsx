import { Writable } from 'node:stream';

import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
} from 'react-router';

import { scriptMark } from '#platform/http/script-marks.server.ts';

import { faultResponse, logFault } from './pages/faults.server.ts';

/** Renders a page to the end before it is sent: its own scripts are known by their mark, and it is cached whole. */
const handleRequest: HandleDocumentRequestFunction = (request, status, headers, page, context) =>
  new Promise<Response>((done, failed) => {
    let finalStatus = status;
    const nonce = context.get(scriptMark);
    const { pipe } = renderToPipeableStream(<ServerRouter context={page} url={request.url} nonce={nonce} />, {
      nonce,
      // Whole, also what runs later: it must be there without scripts.
      progressiveChunkSize: Infinity,
      onAllReady() {
        const parts: Buffer[] = [];
        const whole = new Writable({
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
        pipe(whole);
      },
      // The router renders the page's error boundary with what is rejected here.
      onShellError: () => failed(faultResponse(context)),
      onError(error) {
        finalStatus = 500;
        logFault(error, { request, context });
      },
    });
  });
export default handleRequest;

/** What the router caught itself; what is answered on purpose, and faults that are logged already, come as answers. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (error instanceof Response || isRouteErrorResponse(error)) return;
  if (context instanceof RouterContextProvider) logFault(error, { request, context });
};
