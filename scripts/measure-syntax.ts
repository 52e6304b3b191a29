import ts from 'typescript';

import { linesOf, locationOf, visitNodes, type ProductFile } from './product-source.ts';

const maxFileLines = 300;
const maxFunctionLines = 40;

const withoutParentheses = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;

/** True for `...(condition ? a : b)` and `...(condition && a)`. */
function isConditionalSpread(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node)) return false;
  const spread = withoutParentheses(node.expression);
  return (
    ts.isConditionalExpression(spread) ||
    (ts.isBinaryExpression(spread) && spread.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
  );
}

type FunctionWithBody = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

export const isFunctionWithBody = (node: ts.Node): node is FunctionWithBody =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node)) &&
  node.body !== undefined;

/** True if the function renders elements, which are long without being complex. */
function rendersElements(node: ts.Node): boolean {
  return (
    ts.isJsxElement(node) ||
    ts.isJsxSelfClosingElement(node) ||
    ts.isJsxFragment(node) ||
    ts.forEachChild(node, rendersElements) === true
  );
}

const isParameterList = (node: ts.Node): node is ts.SignatureDeclaration =>
  isFunctionWithBody(node) || ts.isMethodSignature(node) || ts.isFunctionTypeNode(node);

/** True when a library or a declared type dictates the function's parameters. */
function isHandedOver({ parent }: ts.Node): boolean {
  if (ts.isVariableDeclaration(parent)) return parent.type !== undefined;
  return ts.isCallExpression(parent) || ts.isPropertyAssignment(parent);
}

/** True if the node counts, for each measure of single nodes. */
const nodeMeasures: Readonly<Record<string, (node: ts.Node, file: ProductFile) => boolean>> = {
  'more than three parameters': (node) => isParameterList(node) && node.parameters.length > 3 && !isHandedOver(node),
  effects: (node, { source }) =>
    ts.isCallExpression(node) && /^use(Layout)?Effect$/.test(node.expression.getText(source)),
  'functions over 40 lines': (node, file) =>
    isFunctionWithBody(node) && linesOf(file, node) > maxFunctionLines && !rendersElements(node),
  'components over 40 lines': (node, file) =>
    isFunctionWithBody(node) && linesOf(file, node) > maxFunctionLines && rendersElements(node),
  casts: (node, { source }) => ts.isAsExpression(node) && node.type.getText(source) !== 'const',
  'conditional spreads': isConditionalSpread,
};

export function measureSyntax(files: readonly ProductFile[]): Record<string, string[]> {
  const found = new Map(Object.keys(nodeMeasures).map((name) => [name, [] as string[]]));
  for (const product of files)
    visitNodes(product, (node) => {
      for (const [name, counts] of Object.entries(nodeMeasures))
        if (counts(node, product)) found.get(name)?.push(locationOf(product, node));
    });
  const long = files.filter(({ text }) => text.split('\n').length - 1 > maxFileLines);
  return { ...Object.fromEntries(found), 'files over 300 lines': long.map(({ file }) => file) };
}
