/**
 * Checks that each file, folder, function and npm script that a document names in backticks exists,
 * and each file and heading that it links to. Each heading of the steps in `adding.md` is linked
 * from "Where does X go?" in ARCHITECTURE.md.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { sourceFiles } from './source-files.ts';

/** Names that a document may use although nothing of this project is called so. */
const namesOfOthers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    PostgreSQL: 'commit_delay pg_dump pg_restore pg_stat_statements pg_test_fsync text_pattern_ops default_pool_size',
    'React Router': 'clientAction unstable_reactRouterRSC',
    'removed by a decision': 'DATABASE_READ_URL',
    Vite: 'minShareCount',
    'pg-boss': 'burstWhenBatchFull burstWhenReadyExceeds useListenNotify',
    'files of a running shop': 'data/ content.json',
    'examples of what to add or to avoid':
      'helpers/review-utils.ts content/stockists.ts content/demo-stockists.ts src/modules/content/stockists.schema.ts src/pages/info/stockists.tsx',
    benchmarks: 'page-throughput/',
  }).flatMap(([owner, names]) => names.split(' ').map((name) => [name, owner] as const)),
);

const documents = () => sourceFiles('*.md', 'docs/**/*.md').filter((file) => file !== 'CHANGELOG.md');

/** Files whose words a document may use: everything but the documents. */
const sources = () =>
  sourceFiles(
    '{src,content,packages,scripts,tests,db,bench,deploy,.ci}/**/*.{ts,tsx,mjs,cjs,js,css,sql,json,yaml,yml,service,html}',
    '{.,}*.{json,ts,cjs,yaml}',
    '.env.example',
  );

type Known = { words: ReadonlySet<string>; fileNames: ReadonlySet<string>; scripts: ReadonlySet<string> };

/** Reads the names that exist. */
export function readKnown(): Known {
  const words = new Set(sources().flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
  const fileNames = new Set(sourceFiles('**/*', '.*', '.ci/*').map((file) => basename(file)));
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  return { words, fileNames, scripts: new Set(Object.keys(scripts)) };
}

/** Folders to which a document's paths are relative. */
const roots = ['', 'src/', 'src/modules/', 'src/modules/*/', 'src/**/', 'tests/**/', 'packages/*/'];

const existsPath = (name: string) => roots.some((root) => globSync(root + name).length > 0);

/** Kinds of names, the first that matches decides. `exists` gets the matched part. */
const kinds: readonly { what: string; pattern: RegExp; exists(name: string, known: Known): boolean }[] = [
  { what: 'address of a page or pattern', pattern: /^\/|</, exists: () => true },
  { what: 'npm script', pattern: /^npm run ([\w:-]+)/, exists: (name, { scripts }) => scripts.has(name) },
  {
    what: 'file',
    pattern: /^([\w.@/*{},-]+\.(?:tsx?|mjs|cjs|json|sql|css|md|yaml))$/,
    exists: (name, { fileNames }) => (/[/*{]/.test(name) ? existsPath(name) : fileNames.has(name)),
  },
  { what: 'folder', pattern: /^((?:[\w.-]+\/)+)$/, exists: existsPath },
  {
    what: 'function, type, setting or column',
    pattern: /^(?=.*(?:[a-z][A-Z]|_|\())([A-Za-z]\w*)(?:\(.*\))?$/,
    exists: (name, { words }) => words.has(name),
  },
];

/** Says what a name in backticks should be and is not. Null if it exists, or names nothing here. */
function problemOf(name: string, known: Known): string | null {
  if (namesOfOthers.has(name)) return null;
  const kind = kinds.find(({ pattern }) => pattern.test(name));
  const named = kind?.pattern.exec(name)?.[1] ?? '';
  return kind === undefined || kind.exists(named, known) ? null : `no such ${kind.what}`;
}

/** Anchors of the headings of a document, as GitHub forms them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Says what is wrong with a link to a file of the project. */
function problemOfLink(document: string, link: string): string | null {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(target)) return 'no such file to link to';
  const isKnown = anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
  return isKnown ? null : 'no such heading to link to';
}

type Found = [shown: string, problem: string | null];

function findingsIn(document: string, line: string, known: Known): Found[] {
  const names = [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']): Found => [name, problemOf(name, known)]);
  const links = [...line.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)];
  return [...names, ...links.map(([, link = '']): Found => [link, problemOfLink(document, link)])];
}

/** Names and links that lead nowhere, with file and line. */
export function unknownNames(texts: ReadonlyMap<string, string>, known: Known): string[] {
  return [...texts].flatMap(([document, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        findingsIn(document, line, known).flatMap(([shown, problem]) =>
          problem === null ? [] : [`${document}:${index + 1} ${problem}: ${shown}`],
        ),
      ),
  );
}

const steps = 'docs/guides/adding.md';

/** Headings of the steps to which "Where does X go?" has no link. */
function unlistedSteps(): string[] {
  const list = readFileSync('ARCHITECTURE.md', 'utf8');
  const [, ...headings] = anchorsOf(readFileSync(steps, 'utf8'));
  return headings
    .filter((anchor) => !list.includes(`${steps}#${anchor})`))
    .map((anchor) => `${steps} is not listed in ARCHITECTURE.md: ${anchor}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const texts = new Map(documents().map((file) => [file, readFileSync(file, 'utf8')]));
  const findings = [...unknownNames(texts, readKnown()), ...unlistedSteps()];
  for (const one of findings) console.log(one);
  if (findings.length > 0) process.exit(1);
}
