import { existsSync, readFileSync } from 'node:fs';

import ts from 'typescript';

import { isFunctionWithBody } from './measure-syntax.ts';
import { locationOf, visitNodes, type ProductFile } from './product-source.ts';

/** Text of a document from a heading to the next one of its level or above. */
export function sectionOf(document: string, heading: string): string {
  const level = heading.split(' ')[0]?.length ?? 2;
  const text = readFileSync(document, 'utf8');
  const start = text.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`${document} has no heading "${heading}"`);
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'));
  return end === -1 ? rest : rest.slice(0, end);
}

const fileName = /`([\w./-]+\.(?:server\.)?tsx?)`/g;

const folders = ['', 'src/', 'src/modules/', 'src/modules/checkout/'];

/**
 * Files that ARCHITECTURE.md names on the way of a typed code, in the order of the calls. The list
 * is written by hand: a traversal of the imports would count files that this call does not run.
 */
export function filesOfTypedCode(): string[] {
  const section = sectionOf('ARCHITECTURE.md', '## From a typed code to the total');
  const named = [...section.matchAll(fileName)].map(([, name = '']) => name);
  return [
    ...new Set(named.map((name) => folders.map((folder) => folder + name).find(existsSync) ?? `unknown ${name}`)),
  ];
}

/** True if a parameter has the type of a function, or the function calls it. */
function takesFunction(node: ts.Node): boolean {
  if (!isFunctionWithBody(node)) return false;
  const { parameters, body } = node;
  return parameters.some(({ name, type }) => {
    if (type !== undefined && ts.isFunctionTypeNode(type)) return true;
    if (!ts.isIdentifier(name) || body === undefined) return false;
    const isCalled = (inner: ts.Node): boolean =>
      (ts.isCallExpression(inner) && ts.isIdentifier(inner.expression) && inner.expression.text === name.text) ||
      ts.forEachChild(inner, isCalled) === true;
    return isCalled(body);
  });
}

/** Parts of dependencies that their documentation does not promise, as they look in the source. */
const privateParts: readonly [dependency: string, pattern: RegExp][] = [
  ['React Router', /rel="modulepreload"/],
  ['React', /getOwnPropertyDescriptor\(Object\.getPrototypeOf\(/],
  ['better-auth', /createAuthCookie\('|\bauthCookies\b/],
  ['pg', /\.connection\.stream\b|\bconnection\.emit\b/],
  ['pg-boss', /\bpgboss\.job\b/],
  ['Drizzle', /__drizzle_migrations/],
  ['any package', /\bnode_modules\/|Symbol\.for\(/],
];

/** True for `thing._name` of something that is not `this`: by custom a private part. */
const readsUnderscore = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) &&
  /^_[a-z]/.test(node.name.text) &&
  node.expression.kind !== ts.SyntaxKind.ThisKeyword;

function findPrivateParts(files: readonly ProductFile[]): { dependency: string; file: string }[] {
  return files.flatMap((product) => {
    const { file, text } = product;
    const lines = text.split('\n').filter((line) => !/^(\/\/|\/?\*)/.test(line.trimStart()));
    const code = lines.join('\n');
    const found = privateParts
      .filter(([, pattern]) => pattern.test(code))
      .map(([dependency]) => ({ dependency, file }));
    visitNodes(product, (node) => {
      if (readsUnderscore(node)) found.push({ dependency: 'any package', file });
    });
    return found;
  });
}

/** Rows of the list in CONTRIBUTING.md: one private part each, with its files. */
function listedPrivateParts(): { dependency: string; files: string }[] {
  const section = sectionOf('CONTRIBUTING.md', '### Private parts of dependencies');
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Dependency|-)/.test(line));
  return rows.map((row) => {
    const [, dependency = '', , files = ''] = row.split('|').map((cell) => cell.trim());
    return { dependency, files };
  });
}

export function measureDocuments(files: readonly ProductFile[]): Record<string, string[]> {
  const typedCode = filesOfTypedCode();
  const onTheWay = files.filter(({ file }) => typedCode.includes(file) && /^src\/modules\/(?!.*\/ui\/)/.test(file));
  const functions = onTheWay.flatMap((product) => {
    const found: string[] = [];
    visitNodes(product, (node) => {
      if (takesFunction(node)) found.push(locationOf(product, node));
    });
    return found;
  });
  const listed = listedPrivateParts();
  const unlisted = findPrivateParts(files.filter(({ file }) => file.startsWith('src/'))).filter(
    ({ file }) => !listed.some((row) => row.files.includes(`\`${file}\``)),
  );
  return {
    'main files on the way of a typed code': typedCode,
    'functions on the way of a typed code that take a function': functions,
    'private parts of dependencies': listed.map(({ dependency, files: where }) => `${dependency}: ${where}`),
    'private parts that are not listed': unlisted.map(({ dependency, file }) => `${file}: ${dependency}`),
  };
}
