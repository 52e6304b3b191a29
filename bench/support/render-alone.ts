import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  ServerRouter,
  UNSAFE_decodeViaTurboStream as decode,
  type EntryContext,
  type ServerBuild,
} from 'react-router';

type Job = { url: string; seconds: number };
type Given = Record<string, { data: unknown }>;

/** What the loaders of a page gave in a running shop. */
async function dataOf(url: string): Promise<Given> {
  const { pathname } = new URL(url);
  const answer = await fetch(new URL(pathname === '/' ? '/_.data' : `${pathname}.data`, url));
  if (answer.body === null) throw new Error(`${url} has no data`);
  return (await decode(answer.body, globalThis).then(({ value }) => value)) as Given;
}

/** The built pages, with loaders that give what is known already and nothing before them. */
function withData(build: ServerBuild, given: Given, entry: ServerBuild['entry']['module']['default']): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (route === undefined) return [id, route];
    const { middleware: _none, ...module } = route.module;
    const loader = module.loader === undefined ? {} : { loader: () => given[id]?.data };
    return [id, { ...route, module: { ...module, ...loader } }];
  });
  const module = { ...build.entry.module, default: entry };
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'], entry: { ...build.entry, module } };
}

/** There only after a build: a name for the compiler to leave alone. */
const built: string = '../../build/server/index.js';

/** The tree of a page as the shop hands it to React. */
async function treeOf(url: string) {
  const { build } = (await import(built)) as { build: ServerBuild };
  let context: EntryContext | undefined;
  const keep: ServerBuild['entry']['module']['default'] = (_request, status, headers, made) => {
    context = made;
    return new Response('', { status, headers });
  };
  await createRequestHandler(withData(build, await dataOf(url), keep), 'production')(new Request(url));
  if (context === undefined) throw new Error(`${url} was not rendered`);
  // What is sent for the browser to go on with is no part of the tree.
  const { serverHandoffStream: _stream, ...rest } = context;
  return () => createElement(ServerRouter, { context: { ...rest, renderMeta: {} }, url });
}

async function prepare({ url, seconds }: Job): Promise<void> {
  const tree = await treeOf(url);
  process.on('message', () => {
    const begun = performance.now();
    let count = 0;
    for (; performance.now() - begun < seconds * 1000; count += 1) renderToString(tree());
    process.send?.({ perSecond: count / ((performance.now() - begun) / 1000) });
  });
  process.send?.({ bytes: renderToString(tree()).length });
}

/** React alone, rendering the tree of one page again and again: a process of its own, told of the page by a message. */
process.once('message', (job: Job) => void prepare(job));
process.once('disconnect', () => process.exit(0));
