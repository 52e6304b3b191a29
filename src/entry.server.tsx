import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
} from 'react-router';

import { keepEarlyClicks } from '#platform/http/early-clicks.server.ts';
import { scriptMark } from '#platform/http/script-marks.server.ts';

import { Keeping, withCached } from '#ui/cached.tsx';

import { errorResponse, logPageError } from './pages/page-errors.server.ts';
import { renderedPage } from './pages/rendered-page.server.ts';

/** Marker that React writes instead of a part that is still loading or has failed. */
const leftOut = '<!--$!-->';

/** Written only by the streaming renderer. Without a doctype, browsers use quirks mode. */
const doctype = '<!DOCTYPE html>';

/**
 * Renders the page synchronously, without the cost of a stream.
 * Returns null if a part is still loading or failed: only the stream reports the reason.
 */
function renderAtOnce(page: ReactElement): string | null {
  try {
    // In development the parts change, so they are not cached.
    const html = renderToString(<Keeping value={!import.meta.env.DEV}>{page}</Keeping>);
    return html.includes(leftOut) ? null : html;
  } catch {
    return null;
  }
}

type RenderOptions = { nonce: string; onError(error: unknown): void; faultOf(): Response };

/** Renders the page to the end, including deferred parts, so that it works without scripts. */
const renderToEnd = (page: ReactElement, { faultOf, ...streamOptions }: RenderOptions) =>
  new Promise<string>((done, failed) => {
    const onAllReady = () => done(text(pipe(new PassThrough())));
    // The router renders the page's error boundary with this rejection value.
    const onShellError = () => failed(faultOf());
    const options = { ...streamOptions, progressiveChunkSize: Infinity, onAllReady, onShellError };
    const { pipe } = renderToPipeableStream(page, options);
  });

/**
 * Returns the page's data as one script for hydration.
 * The router's own component streams it in pieces.
 */
async function dataScripts({ serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  if (serverHandoffStream === undefined) return '';
  const data = JSON.stringify(await text(serverHandoffStream)).replaceAll('<', String.raw`\u003c`);
  const stream = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${data});${stream}.close();</script>`;
}

/**
 * Renders a page completely before it is sent.
 * Its own scripts carry a nonce, and it is cached as a whole.
 */
const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, entry, context) => {
  let finalStatus = status;
  const nonce = context.get(scriptMark);
  const scripts = await dataScripts(entry, nonce);
  const { serverHandoffStream: _read, ...rest } = entry;
  const page = <ServerRouter context={rest} url={request.url} nonce={nonce} />;
  const onError = (error: unknown) => {
    finalStatus = 500;
    logPageError(error, { request, context });
  };
  const html =
    renderAtOnce(page) ?? (await renderToEnd(page, { nonce, onError, faultOf: () => errorResponse(context) }));
  const [head, end] = [html.indexOf('</head>'), html.lastIndexOf('</body>')];
  const [first, second, last] = [html.slice(0, head), html.slice(head, end), html.slice(end)];
  const begin = html.startsWith(doctype) ? '' : doctype;
  context.set(renderedPage, [begin + first, keepEarlyClicks(nonce), ...withCached(second), scripts, last]);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(null, { status: finalStatus, headers });
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
