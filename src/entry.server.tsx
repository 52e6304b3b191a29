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

import { faultResponse, logFault } from './pages/faults.server.ts';
import { renderedPage } from './pages/rendered-page.server.ts';

/** What React writes in place of a part that waits for its code, or that failed. */
const leftOut = '<!--$!-->';

/** Only the stream writes it; without one browsers draw the page in quirks mode. */
const doctype = '<!DOCTYPE html>';

/** The page at once, without the work of a stream. Null where a part waits or fails, which only the stream tells of. */
function renderAtOnce(page: ReactElement): string | null {
  try {
    // While the shop is developed its parts change.
    const html = renderToString(<Keeping value={!import.meta.env.DEV}>{page}</Keeping>);
    return html.includes(leftOut) ? null : html;
  } catch {
    return null;
  }
}

type Told = { nonce: string; onError(error: unknown): void; faultOf(): Response };

/** The page to its end, also what runs later: it must be there without scripts. */
const renderToEnd = (page: ReactElement, { faultOf, ...told }: Told) =>
  new Promise<string>((done, failed) => {
    const onAllReady = () => done(text(pipe(new PassThrough())));
    // The router renders the page's error boundary with what is rejected here.
    const onShellError = () => failed(faultOf());
    const options = { ...told, progressiveChunkSize: Infinity, onAllReady, onShellError };
    const { pipe } = renderToPipeableStream(page, options);
  });

/** The data of the page for the browser to go on with, as the router's own component writes it piece by piece into a stream. */
async function dataScripts({ serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  if (serverHandoffStream === undefined) return '';
  const data = JSON.stringify(await text(serverHandoffStream)).replaceAll('<', String.raw`\u003c`);
  const stream = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${data});${stream}.close();</script>`;
}

/** Renders a page to the end before it is sent: its own scripts are known by their mark, and it is cached whole. */
const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, entry, context) => {
  let finalStatus = status;
  const nonce = context.get(scriptMark);
  const scripts = await dataScripts(entry, nonce);
  const { serverHandoffStream: _read, ...rest } = entry;
  const page = <ServerRouter context={rest} url={request.url} nonce={nonce} />;
  const onError = (error: unknown) => {
    finalStatus = 500;
    logFault(error, { request, context });
  };
  const html =
    renderAtOnce(page) ?? (await renderToEnd(page, { nonce, onError, faultOf: () => faultResponse(context) }));
  const [head, end] = [html.indexOf('</head>'), html.lastIndexOf('</body>')];
  const [first, second, last] = [html.slice(0, head), html.slice(head, end), html.slice(end)];
  const begin = html.startsWith(doctype) ? '' : doctype;
  context.set(renderedPage, [begin + first, keepEarlyClicks(nonce), ...withCached(second), scripts, last]);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(null, { status: finalStatus, headers });
};
export default handleRequest;

/** What the router caught itself; what is answered on purpose, and faults that are logged already, come as answers. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (error instanceof Response || isRouteErrorResponse(error)) return;
  if (context instanceof RouterContextProvider) logFault(error, { request, context });
};
