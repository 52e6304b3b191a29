import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

import { buildTargets } from './supported-browsers.ts';

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

const routeOf = (file: string) => fileURLToPath(new URL(`src/${file}`, import.meta.url));

/** Returns all modules that a page imports, including itself. */
function neededBy(file: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(routeOf(file));
  if (found.size === 1) throw new Error(`The page ${file} is not known by this name any more`);
  return found;
}

function neededByAll(files: readonly string[], graph: Graph): Set<string> {
  const pages = files.map((file) => neededBy(file, graph));
  return new Set(pages.flatMap((page) => [...page]).filter((id) => pages.every((page) => page.has(id))));
}

/**
 * Puts the imports shared by all pages of a group into one file. One file compresses better than a
 * dozen that each start from an empty dictionary.
 */
function sharedBy(name: string, ...groups: readonly (readonly string[])[]) {
  let shared: Set<string> | undefined;
  return {
    name: (id: string, graph: Graph) => {
      shared ??= new Set(groups.flatMap((files) => [...neededByAll(files, graph)]));
      return shared.has(id) ? name : null;
    },
  };
}

/** Pages whose forms share fields with the checkout. */
const withFields = ['pages/account/address.tsx', 'pages/account/profile.tsx', 'pages/info/contact.tsx'];

/**
 * Code shared by several pages, most shared first. React is one file and the router is in the
 * frame's, because a browser runs each file in a task of its own.
 */
const shared = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { ...sharedBy('frame', ['root.tsx'], ['pages/checkout/checkout.tsx', 'pages/storefront/home.tsx']), priority: 3 },
  { ...sharedBy('goods', ['pages/storefront/home.tsx', 'pages/storefront/product.tsx']), priority: 2 },
  { ...sharedBy('fields', ...withFields.map((file) => ['pages/checkout/checkout.tsx', file])), priority: 1 },
  { ...sharedBy('order', ['pages/checkout/checkout.tsx', 'pages/checkout/success.tsx']), priority: 0 },
];

/**
 * Packages outside the server's single bundled file, which holds only the used parts of all others.
 * These are React and its router, which a benchmark also renders with, native code, and packages
 * that would not shrink or that few processes load.
 */
const apart = [
  'react',
  'react-dom',
  'react-router',
  '@react-router/node',
  '@electric-sql/pglite',
  'nodemailer',
  '@react-pdf/renderer',
  'pg',
  'pino',
  'sharp',
];

const threadStart = /new URL\(['"](\.\/[\w.-]+\.worker\.server\.ts)['"], import\.meta\.url\)/g;

/**
 * Builds the files that run in a thread of their own, named `*.worker.server.ts`. The server starts
 * one with `new Worker(new URL('./…', import.meta.url))`, which Node also finds in the sources.
 */
const threads: Plugin = {
  name: 'threads',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform(code, id) {
    return code.replaceAll(threadStart, (_whole, file: string) => {
      const reference = this.emitFile({ type: 'chunk', id: join(dirname(id), file) });
      return `new URL('thread:${reference}', import.meta.url)`;
    });
  },
  // Names of built files are known only now.
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const pathOf = (reference: string) => relative(dirname(chunk.fileName), this.getFileName(reference));
      chunk.code = chunk.code.replaceAll(/thread:([\w-]+)/g, (_whole, reference: string) => `./${pathOf(reference)}`);
    }
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), threads],
  environments: {
    client: { build: { target: buildTargets, rolldownOptions: { output: { codeSplitting: { groups: shared } } } } },
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: apart } : {},
      build: {
        rolldownOptions: {
          input: './src/app/main.ts',
          output: { comments: { legal: true, annotation: false, jsdoc: false } },
        },
      },
    },
  },
}));
