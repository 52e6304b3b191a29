/**
 * Finds texts in the pages that React cannot update or remove once a browser has translated them. A
 * translation replaces each text node with a `<font>` element. A text is safe if it is its
 * element's only child. It is also safe if it never changes and no sibling before it is
 * conditional.
 */
import { relative } from 'node:path';

import ts from 'typescript';

const { StringLike, NumberLike, BigIntLike, Any, Unknown, Null, Undefined, BooleanLike } = ts.TypeFlags;
const textual = StringLike | NumberLike | BigIntLike | Any | Unknown;
const empty = Null | Undefined | BooleanLike;

/** Components of packages that always render one element with their children inside. */
const oneElement = new Set(['Link', 'NavLink', 'Form']);

const separator = 'is beside other children: wrap it in an element, or join the texts in one template literal';
const bare = 'has no element of its own: wrap it in one';

type Child = { node: ts.JsxChild; isText: boolean; mayMove: boolean };
type Finding = { node: ts.Node; problem: string };

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
const isEmpty = (type: ts.Type) => (type.flags & empty) !== 0;

function findingsIn(file: ts.SourceFile, checker: ts.TypeChecker): Finding[] {
  /**
   * True if a value of this type may render as bare text. `above` holds the enclosing array types.
   */
  const mayBeText = (type: ts.Type, above: readonly ts.Type[] = []): boolean =>
    partsOf(type).some((part) => {
      if ((part.flags & textual) !== 0) return true;
      if (above.includes(part) || !checker.isArrayType(part)) return false;
      return checker.getTypeArguments(part as ts.TypeReference).some((item) => mayBeText(item, [...above, part]));
    });

  /** Returns the types that a component may render; none for an element such as `p`. */
  function renderedBy(tag: ts.JsxTagNameExpression): readonly ts.Type[] {
    if (ts.isIdentifier(tag) && (/^[a-z]/.test(tag.text) || oneElement.has(tag.text))) return [];
    const signatures = checker.getTypeAtLocation(tag).getCallSignatures();
    return signatures.flatMap((signature) => partsOf(signature.getReturnType()));
  }

  /** True for a literal, and for a part of an imported or top-level constant. */
  function isFixed(expression: ts.Expression): boolean {
    if (ts.isStringLiteralLike(expression)) return true;
    if (ts.isPropertyAccessExpression(expression)) return isFixed(expression.expression);
    const declared = checker.getSymbolAtLocation(expression)?.declarations?.[0];
    if (declared === undefined || !ts.isIdentifier(expression)) return false;
    return ts.isImportSpecifier(declared) || declared.parent?.parent?.parent === file;
  }

  function childrenOf(node: ts.JsxChild): Child[] {
    if (ts.isJsxText(node)) return node.containsOnlyTriviaWhiteSpaces ? [] : [{ node, isText: true, mayMove: false }];
    if (ts.isJsxFragment(node)) return [{ node, isText: false, mayMove: false }];
    if (ts.isJsxExpression(node)) {
      if (node.expression === undefined) return [];
      const isText = mayBeText(checker.getTypeAtLocation(node.expression));
      return [{ node, isText, mayMove: !isFixed(node.expression) }];
    }
    const types = renderedBy(ts.isJsxElement(node) ? node.openingElement.tagName : node.tagName);
    return [{ node, isText: false, mayMove: types.some((type) => isEmpty(type) || mayBeText(type)) }];
  }

  function findingsAt(node: ts.JsxElement | ts.JsxFragment): Finding[] {
    const children = node.children.flatMap(childrenOf);
    const types = ts.isJsxElement(node) ? renderedBy(node.openingElement.tagName) : null;
    const texts = children.filter(({ isText }) => isText);
    // A fragment has no element. Neither has a component that may return its children.
    if (types === null || types.some((type) => mayBeText(type))) {
      return texts.map((text) => ({ node: text.node, problem: bare }));
    }
    if (children.length === 1) return [];
    const firstMoving = children.findIndex(({ mayMove }) => mayMove);
    const isSafe = (text: Child) => types.length === 0 && (firstMoving === -1 || children.indexOf(text) < firstMoving);
    return texts.filter((text) => !isSafe(text)).map((text) => ({ node: text.node, problem: separator }));
  }

  /**
   * True if a component returns text. A component declared to return any `ReactNode` is checked at
   * its own definition.
   */
  const isText = (types: readonly ts.Type[]) =>
    types.some((type) => (type.flags & textual) !== 0) && !types.some((type) => type.symbol?.name === 'Promise');

  const found: Finding[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) found.push(...findingsAt(node));
    if (ts.isJsxSelfClosingElement(node) && isText(renderedBy(node.tagName))) found.push({ node, problem: bare });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns one line per text in the browser files among `names` that a translation breaks. */
export function untranslatable(names: readonly string[], options: ts.CompilerOptions): string[] {
  const program = ts.createProgram(names, options);
  const checker = program.getTypeChecker();
  const pages = program
    .getSourceFiles()
    .filter(({ fileName }) => names.includes(fileName) && /(?<!\.server|\.test)\.tsx$/.test(fileName));
  return pages.flatMap((file) =>
    findingsIn(file, checker).map(({ node, problem }) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const text = node.getText(file).trim().replaceAll(/\s+/g, ' ').slice(0, 60);
      return `${relative('', file.fileName)}:${line + 1} The text "${text}" ${problem}`;
    }),
  );
}

if (import.meta.main) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { fileNames = [], options = {} } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host) ?? {};
  const lines = untranslatable(
    fileNames.filter((name) => /\/(src|\.react-router)\//.test(name)),
    options,
  );
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
