/**
 * Finds regular expressions whose time grows faster than the length of their text. They exchange
 * characters between two repetitions, or the search restarts at each character of a run. Bounded
 * repetitions are allowed.
 */
import { readFileSync } from 'node:fs';

import { analyse, type Literal, type Report } from 'scslre';
import ts from 'typescript';

import { sourceFiles } from './source-files.ts';

type Expression = Literal & { node: ts.Node };

/** Returns the text of a string that is written out, or null. */
function writtenText(node: ts.Node | undefined): string | null {
  if (node === undefined) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  const isRaw = ts.isTaggedTemplateExpression(node) && ts.isNoSubstitutionTemplateLiteral(node.template);
  return isRaw ? node.template.getText().slice(1, -1) : null;
}

/** Returns the regular expressions of a file that are written out. */
function expressionsIn(source: ts.SourceFile): Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ node, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      const text = writtenText(pattern);
      if (text !== null) found.push({ node, source: text, flags: writtenText(flags) ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function wordingOf(report: Report): string {
  if (report.type === 'Trade') return `${report.startQuant.raw} and ${report.endQuant.raw} exchange characters`;
  if (report.type === 'Self') return `${report.quant.raw} repeats in more than one way`;
  return `the search restarts within ${report.quant.raw}`;
}

/** Returns why an expression is slow, or none if it is linear. */
function problemsOf({ source, flags }: Expression): string[] {
  const literal = { source, flags };
  const backtracking = analyse(literal, { reportTypes: { Trade: true, Self: true, Move: false } });
  const restarts = analyse(literal, {
    reportTypes: { Trade: false, Self: false, Move: true },
    assumeRejectingSuffix: false,
  });
  return [...backtracking.reports, ...restarts.reports].map(wordingOf);
}

let count = 0;
let slow = 0;
for (const file of sourceFiles('{src,packages,content,scripts,db/seed}/**/*.{ts,tsx,mjs}')) {
  if (/\.test\.tsx?$/.test(file)) continue;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  for (const expression of expressionsIn(source)) {
    count += 1;
    for (const problem of problemsOf(expression)) {
      slow += 1;
      const { line } = source.getLineAndCharacterOfPosition(expression.node.getStart());
      process.stdout.write(`${file}:${line + 1}  ${expression.node.getText().slice(0, 100)}  ${problem}\n`);
    }
  }
}
process.stdout.write(`${count} regular expressions, ${slow} slow\n`);
process.exitCode = slow === 0 ? 0 : 1;
