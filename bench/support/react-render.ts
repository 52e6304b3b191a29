import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  ServerRouter,
  UNSAFE_decodeViaTurboStream as decode,
  type EntryContext,
  type ServerBuild,
} from 'react-router';

type Job = { url: string; headers: Record<string, string>; seconds: number };
type LoaderData = Record<string, { data: unknown }>;

/** Fetches the loader data of a page from a running shop. */
async function dataOf(url: string, headers: Job['headers']): Promise<LoaderData> {
  const { pathname } = new URL(url);
  const response = await fetch(new URL(pathname === '/' ? '/_.data' : `${pathname}.data`, url), { headers });
  if (response.body === null) throw new Error(`${url} has no data`);
  return (await decode(response.body, globalThis).then(({ value }) => value)) as LoaderData;
}

/** Returns the built pages with loaders that return the given data, and without middleware. */
function withData(
  build: ServerBuild,
  loaderData: LoaderData,
  entry: ServerBuild['entry']['module']['default'],
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (route === undefined) return [id, route];
    const { middleware: _none, ...module } = route.module;
    const loader = module.loader === undefined ? {} : { loader: () => loaderData[id]?.data };
    return [id, { ...route, module: { ...module, ...loader } }];
  });
  const module = { ...build.entry.module, default: entry };
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'], entry: { ...build.entry, module } };
}

/** Exists only after a build. A variable keeps the compiler from resolving the path. */
const built: string = '../../build/server/index.js';

/** Returns the element tree of a page as the shop passes it to React. */
async function treeOf({ url, headers: visitor }: Job) {
  const { build } = (await import(built)) as { build: ServerBuild };
  let context: EntryContext | undefined;
  const captureContext: ServerBuild['entry']['module']['default'] = (_request, status, headers, made) => {
    context = made;
    return new Response('', { status, headers });
  };
  const pages = withData(build, await dataOf(url, visitor), captureContext);
  await createRequestHandler(pages, 'production')(new Request(url, { headers: visitor }));
  if (context === undefined) throw new Error(`${url} was not rendered`);
  // The stream for hydration in the browser is not part of the tree.
  const { serverHandoffStream: _stream, ...rest } = context;
  return () => createElement(ServerRouter, { context: { ...rest, renderMeta: {} }, url });
}

async function prepare(job: Job): Promise<void> {
  const { seconds } = job;
  const tree = await treeOf(job);
  process.on('message', () => {
    const begun = performance.now();
    let count = 0;
    for (; performance.now() - begun < seconds * 1000; count += 1) renderToString(tree());
    process.send?.({ perSecond: count / ((performance.now() - begun) / 1000) });
  });
  process.send?.({ bytes: renderToString(tree()).length });
}

/**
 * Renders the tree of one page with React alone, repeatedly. Runs in a separate process, which
 * receives the page by message.
 */
process.once('message', (job: Job) => void prepare(job));
process.once('disconnect', () => process.exit(0));
