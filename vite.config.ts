import { fileURLToPath } from 'node:url';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

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
  'better-auth',
  /^@better-auth\//,
  'zod',
  '@hono/zod-openapi',
  'hono',
  '@hono/node-server',
];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: shared } } } } },
    ssr: {
      resolve: { noExternal: command === 'build' ? bundled : [] },
      build: { rolldownOptions: { input: './src/server.ts' } },
    },
  },
}));
