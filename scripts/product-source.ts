import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { sourceFiles } from './source-files.ts';

/** A file of the product, parsed once for all measures. */
export type ProductFile = { file: string; text: string; source: ts.SourceFile };

const parsed = (file: string): ProductFile => {
  const text = readFileSync(file, 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return { file, text, source: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind) };
};

/** Returns the TypeScript files of these folders that are no tests. */
export const productSource = (...folders: string[]): ProductFile[] =>
  folders
    .flatMap((folder) => sourceFiles(`${folder}/**/*.{ts,tsx}`))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(parsed);

/** Calls back on every node of a file. */
export function visitNodes({ source }: ProductFile, onNode: (node: ts.Node) => void): void {
  const visit = (node: ts.Node): void => {
    onNode(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Location of a node, for a list of findings. */
export const locationOf = ({ file, source }: ProductFile, node: ts.Node) =>
  `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;

export const linesOf = ({ source }: ProductFile, node: ts.Node) =>
  source.getLineAndCharacterOfPosition(node.end).line -
  source.getLineAndCharacterOfPosition(node.getStart(source)).line +
  1;

/** Path of a module that a file imports. Null if it is a package. */
export function importedPath(file: string, specifier: string): string | null {
  if (specifier.startsWith('#content/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? join(dirname(file), specifier) : null;
}

/** Module that a node imports or exports again: a declaration, `import()` or a type `import()`. */
function specifierOf(node: ts.Node): string | null {
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
  return named !== undefined && ts.isStringLiteralLike(named) ? named.text : null;
}

/** Imported files of each file. Imports of types and `import()` count. */
export function importGraph(files: readonly ProductFile[]): Map<string, Set<string>> {
  return new Map(
    files.map((product) => {
      const imports = new Set<string>();
      visitNodes(product, (node) => {
        const specifier = specifierOf(node);
        const path = specifier === null ? null : importedPath(product.file, specifier);
        if (path !== null) imports.add(path);
      });
      return [product.file, imports];
    }),
  );
}

/** Names that a file imports, from packages too. */
export function importedNames({ source }: ProductFile): { name: string; from: string }[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const bindings = importClause?.namedBindings;
    if (!ts.isStringLiteral(moduleSpecifier) || bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map((one) => ({ name: (one.propertyName ?? one.name).text, from: moduleSpecifier.text }));
  });
}
