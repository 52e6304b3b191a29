/**
 * Counts what grows unnoticed in the product: second ways to do one thing, cycles, long functions.
 *
 * Usage: `npm run measures` prints the counts with their limits, `npm run measures -- <measure>`
 * the locations of one. `npm run measures -- --update` lowers each limit to its count. A limit is
 * raised by hand in `measure-limits.json`, with the reason in the commit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { measureDocuments } from './measure-documents.ts';
import { measureImports } from './measure-imports.ts';
import { measureDatabase, measureMechanisms, measureOperations } from './measure-mechanisms.ts';
import { measureSyntax } from './measure-syntax.ts';
import { productSource } from './product-source.ts';
import { sourceFiles } from './source-files.ts';

type Measures = Record<string, string[]>;

/**
 * File directly in its module, or in its `ui/` or `mails/`, named after what it does.
 */
const namedForItsWork =
  /^src\/modules\/[a-z-]+\/((ui|mails)\/)?(?!(contract|rules|repo|service|routes|jobs|email|types|utils|helpers)(\.server)?\.tsx?$)[a-z0-9.-]+\.tsx?$/;

const productFiles = (folder: string): string[] =>
  sourceFiles(`${folder}/**/*.{ts,tsx,css}`).filter((file) => !/\.test\.tsx?$/.test(file));

const moduleOf = (file: string) => /^src\/modules\/([^/]+)\//.exec(file)?.[1];

/**
 * Files that may name tables of other modules. Table files may, because a foreign key belongs to
 * the schema. Reports across modules may.
 */
const mayReadTables = /\/tables\.server\.ts$|-report\.queries\.server\.ts$/;

function foreignTables(file: string, text: string): string[] {
  const own = moduleOf(file);
  if (own === undefined || mayReadTables.test(file)) return [];
  const others = [...text.matchAll(/from '#modules\/([^/']+)\/[^']*tables\.server\.ts'/g)];
  return others.filter(([, other]) => other !== own).map(([, other]) => `${file} -> ${other}`);
}

const ownerOf = (file: string) => moduleOf(file) ?? dirname(file);

/** Returns the owning module of each table, by the table's database name. */
function tableOwners(files: readonly string[]): Map<string, string> {
  return new Map(
    files
      .filter((file) => file.endsWith('tables.server.ts'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)].map(
          ([, table = '']) => [table, ownerOf(file)] as const,
        ),
      ),
  );
}

/** Returns the SQL in templates or strings that names a table of another module. */
function foreignSql(file: string, text: string, owners: ReadonlyMap<string, string>): string[] {
  if (mayReadTables.test(file)) return [];
  const named = [...text.matchAll(/\b(?:from|join|update|into|table)\s+(?:only\s+)?"?([a-z_]+)/g)];
  return named.flatMap(([words, table = '']) => {
    const owner = owners.get(table);
    return owner === undefined || owner === ownerOf(file) ? [] : [`${file}: ${words}`];
  });
}

/** Counts about names, tables and addresses, which the text of a file shows. */
function measureTexts(): Measures {
  const files = [...productFiles('src'), ...productFiles('packages')];
  const owners = tableOwners(files);
  const lines: string[] = [];
  const found = files.map((file) => {
    const text = readFileSync(file, 'utf8');
    lines.push(...text.split('\n').slice(1));
    if (file.endsWith('.css')) return {};
    const inBrowser =
      /^src\/(ui|entry\.client)/.test(file) || file.includes('/ui/') || /^src\/pages\/.*\.tsx$/.test(file);
    const calls = inBrowser ? (text.match(/(callApi|sendCall)(<[^(]*>)?\(\s*['`]|['"`]\/api\//g) ?? []) : [];
    return {
      "other modules' tables": foreignTables(file, text),
      "SQL with other modules' tables": foreignSql(file, text, owners),
      'files named for a role, or in a sub-folder':
        moduleOf(file) === undefined || namedForItsWork.test(file) ? [] : [file],
      'literal API paths in the browser': calls.map((call) => `${file}: ${call}`),
    };
  });
  const names = [...new Set(found.flatMap((one) => Object.keys(one)))];
  const locations = (name: string) =>
    found.flatMap((one) => Object.entries(one).flatMap(([key, all]) => (key === name ? all : [])));
  return { 'product lines': lines, ...Object.fromEntries(names.map((name) => [name, locations(name)])) };
}

/** Counts everything. A count is the number of its locations. */
export function measure(): Measures {
  const product = productSource('src', 'packages');
  return {
    ...measureTexts(),
    ...measureSyntax(product),
    ...measureImports([...product, ...productSource('content', 'db/seed', 'scripts')]),
    ...measureMechanisms(product),
    ...measureOperations(product),
    ...measureDatabase(),
    ...measureDocuments(product),
  };
}

/** Measure of `tests/typed-code.test.ts`, which counts the files that a call runs. */
export const typedCodeMeasure = 'files run on the server for a typed code';

const limitsFile = new URL('measure-limits.json', import.meta.url);

/** Largest count of each measure that has a limit. */
export const readLimits = (): Record<string, number> => JSON.parse(readFileSync(limitsFile, 'utf8'));

/** Counts with their limits, one per line. */
export function figuresOf(measures: Measures, limits: Record<string, number>): string[] {
  return Object.entries(measures).map(([name, { length: count }]) => {
    const limit = limits[name];
    return limit === undefined
      ? `${name}: ${count}`
      : `${name}: ${count} (limit ${limit})${count > limit ? ' TOO MANY' : ''}`;
  });
}

/** Lowers each limit to its count, and never raises one. */
function lowerLimits(measures: Measures): void {
  const lowered = Object.entries(readLimits()).map(([name, limit]) => [
    name,
    Math.min(limit, measures[name]?.length ?? limit),
  ]);
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , chosen] = process.argv;
  const measures = measure();
  if (chosen === '--update') lowerLimits(measures);
  if (chosen === undefined || chosen === '--update') console.log(figuresOf(measures, readLimits()).join('\n'));
  else console.log((measures[chosen] ?? [`Measures: ${Object.keys(measures).join(', ')}`]).join('\n'));
}
