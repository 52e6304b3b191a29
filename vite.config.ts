import { fileURLToPath } from 'node:url';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

const root = fileURLToPath(new URL('src/root.tsx?__react-router-build-client-route', import.meta.url));

/** All modules that the frame of every page imports, itself included. */
function neededByAll(graph: Graph): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(root);
  if (found.size === 1) throw new Error('The root of all pages is not known by this name any more');
  return found;
}

let frame: Set<string> | undefined;

/** Code that every page needs, in three files that compress as a whole instead of two dozen that each start anew. */
const shared = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'router', test: /node_modules\/react-router\//, priority: 2 },
  {
    name: (id: string, graph: Graph) => {
      frame ??= neededByAll(graph);
      return frame.has(id) ? 'frame' : null;
    },
  },
];

/** Packages of hundreds of small files: in the server's one file they are read at once, without their unused parts. */
const bundled = [
  'drizzle-orm',
  '@halorosa/stripe-sandbox',
  'better-auth',
  /^@better-auth\//,
  'zod',
  'hono',
  // All of them: one that stays outside brings a second copy of hono, whose errors are of other classes.
  /^@hono\//,
];

const walk = /let cls = Object\.getPrototypeOf\(value\)\.constructor;[\s\S]*?return false;/;

/**
 * Drizzle asks of every part of every query what it is, and where it is something else compares the names of all its classes, for
 * copies of itself. The bundle holds one copy: `instanceof`, which it asks first, has said it all.
 */
const drizzleByClass: Plugin = {
  name: 'drizzle-by-class',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/drizzle-orm/entity.js')) return null;
    if (!walk.test(code)) throw new Error('Drizzle asks in another way than known what a part of a query is');
    return { code: code.replace(walk, 'return false;'), map: null };
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), drizzleByClass],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: shared } } } } },
    ssr: {
      resolve: { noExternal: command === 'build' ? bundled : [] },
      build: { rolldownOptions: { input: './src/app/server.ts' } },
    },
  },
}));
