import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Code that every page needs, in two files that compress as a whole instead of a dozen that each start anew. */
const shared = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: 'frame',
    test: /src\/(ui|shared|pages\/frame|modules\/(cart|accounts)\/ui)\/|content\/site/,
    minShareCount: 3,
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
