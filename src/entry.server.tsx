import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
} from 'react-router';

import { captureEarlyClicksScript } from '#platform/http/early-clicks.server.ts';
import { scriptNonce } from '#platform/http/script-hashes.server.ts';

import { errorResponse, logPageError } from './pages/page-errors.server.ts';

type RenderOptions = { nonce: string; onError(error: unknown): void; toErrorResponse(): Response };

/** Renders the page to the end, including deferred parts, so that it works without scripts. */
const renderToEnd = (page: ReactElement, { toErrorResponse, ...streamOptions }: RenderOptions) =>
  new Promise<string>((done, failed) => {
    const onAllReady = () => done(text(pipe(new PassThrough())));
    // The router renders the page's error boundary with this rejection value.
    const onShellError = () => failed(toErrorResponse());
    // React would put larger boundaries behind a script.
    const options = { ...streamOptions, progressiveChunkSize: Infinity, onAllReady, onShellError };
    const { pipe } = renderToPipeableStream(page, options);
  });

/** Renders a page completely before it is sent, because it is compressed and cached as a whole. */
const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, entry, context) => {
  let finalStatus = status;
  const nonce = context.get(scriptNonce);
  const onError = (error: unknown) => {
    finalStatus = 500;
    logPageError(error, { request, context });
  };
  const page = <ServerRouter context={entry} url={request.url} nonce={nonce} />;
  const html = await renderToEnd(page, { nonce, onError, toErrorResponse: () => errorResponse(context) });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(
    html.replace('</head>', () => `${captureEarlyClicksScript(nonce)}</head>`),
    {
      status: finalStatus,
      headers,
    },
  );
};
export default handleRequest;

/**
 * Logs errors that the router itself caught.
 * Intended responses and faults that are already logged arrive as responses and are skipped.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (error instanceof Response || isRouteErrorResponse(error)) return;
  if (context instanceof RouterContextProvider) logPageError(error, { request, context });
};
