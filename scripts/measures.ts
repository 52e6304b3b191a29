/**
 * Counts duplicated knowledge in the product.
 *
 * Usage: `npm run measures` prints the counts, `npm run measures -- <measure>` prints the locations
 * of one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import ts from 'typescript';

type Measures = Record<string, string[]>;

/**
 * File directly in its module, or in its `ui/` or `mails/`, named after what it does.
 */
const namedForItsWork =
  /^src\/modules\/[a-z-]+\/((ui|mails)\/)?(?!(contract|rules|repo|service|routes|jobs|email|types|utils|helpers)(\.server)?\.tsx?$)[a-z0-9.-]+\.tsx?$/;

const productFiles = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|css)$/.test(file) && !/\.test\.tsx?$/.test(file));

const lineOf = (source: ts.SourceFile, node: ts.Node) =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

const isFunction = (node: ts.Node): node is ts.SignatureDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isMethodSignature(node) ||
  ts.isFunctionTypeNode(node);

/** True when a library or a declared type dictates the function's parameters. */
function isHandedOver({ parent }: ts.Node): boolean {
  if (ts.isVariableDeclaration(parent)) return parent.type !== undefined;
  return ts.isCallExpression(parent) || ts.isPropertyAssignment(parent);
}

function inSyntax(file: string, text: string, measures: Measures): void {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const add = (measure: string, node: ts.Node) => measures[measure]?.push(`${file}:${lineOf(source, node)}`);
  const visit = (node: ts.Node): void => {
    if (isFunction(node) && node.parameters.length > 3 && !isHandedOver(node)) add('more than three parameters', node);
    if (ts.isCallExpression(node) && /^use(Layout)?Effect$/.test(node.expression.getText(source))) add('effects', node);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

const moduleOf = (file: string) => /^src\/modules\/([^/]+)\//.exec(file)?.[1];

/**
 * Files that may name tables of other modules. Table files may, because a foreign key belongs to
 * the schema. Reports across modules may, and are in one folder.
 */
const mayReadTables = /tables\.server\.ts$|^src\/modules\/analytics\/.*(report|check|customers)[^/]*\.server\.ts$/;

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

export function measure(): Measures {
  const files = [...productFiles('src'), ...productFiles('packages')];
  const owners = tableOwners(files);
  const measures: Measures = {
    'product lines': [],
    'delivery instructions': [],
    "other modules' tables": [],
    "SQL with other modules' tables": [],
    'more than three parameters': [],
    effects: [],
    'files named for a role, or in a sub-folder': [],
    'literal API paths in the browser': [],
  };
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    measures['product lines']?.push(...text.split('\n').slice(1));
    if (file.endsWith('.css')) continue;
    if (/delivery[_-]?instructions/i.test(text)) measures['delivery instructions']?.push(file);
    measures["other modules' tables"]?.push(...foreignTables(file, text));
    measures["SQL with other modules' tables"]?.push(...foreignSql(file, text, owners));
    inSyntax(file, text, measures);
    if (moduleOf(file) !== undefined && !namedForItsWork.test(file)) {
      measures['files named for a role, or in a sub-folder']?.push(file);
    }
    const inBrowser =
      /^src\/(ui|entry\.client)/.test(file) || file.includes('/ui/') || /^src\/pages\/.*\.tsx$/.test(file);
    const calls = text.match(/(callApi|sendCall)(<[^(]*>)?\(\s*['`]|['"`]\/api\//g) ?? [];
    if (inBrowser) measures['literal API paths in the browser']?.push(...calls.map((call) => `${file}: ${call}`));
  }
  return measures;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , chosen] = process.argv;
  const measures = measure();
  if (chosen === undefined)
    for (const [name, places] of Object.entries(measures)) console.log(`${name}: ${places.length}`);
  else console.log((measures[chosen] ?? [`Measures: ${Object.keys(measures).join(', ')}`]).join('\n'));
}
