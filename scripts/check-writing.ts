/**
 * Checks comments, declared names, test titles, admin texts and commit titles against "Writing" in
 * CONTRIBUTING.md.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import ts from 'typescript';

import { sourceFiles } from './source-files.ts';

const maxCommentLine = 100;
const maxCommitTitle = 72;

const relativeHead = /^(what|whatever|whether|who|whoever|whom|whose|which|where|that)\b/i;
const prepositionHead = /^(of|in|at|by|from|to|with|without|as|on)\b/i;
const riddleTitle = /^(who|whoever|whose|what|whatever|where|that|of)\b/i;

/** Words with a private meaning, and the standard term to use instead. */
const bannedNames: readonly [pattern: RegExp, instead: string][] = [
  [/kept/i, 'cached, retained, or the exact money term'],
  [
    /^(tell|told|hear|heard|asked|wanted|given|meant)$|^(tell|told|hear|heard|asked|wanted|meant)[A-Z]/,
    'notify, listener, query, input, options',
  ],
  [/(Told|Heard|Asked|Wanted|Meant)(?=[A-Z]|$)/, 'notify, listener, query, input, options'],
  [/^(owe|owed|owes)(?=[A-Z]|$)|Owe[ds]?(?=[A-Z]|$)/, 'enqueue, pending'],
  [/^(note|noted)(?=[A-Z])/, 'record, append event'],
  [/letters/i, 'automations (email), codeTaken'],
  [/patience/i, 'circuit breaker, deadline'],
  [/^(calm|passing)(?=[A-Z]|$)/, 'throttled, retryable'],
  [/^(most|least|highest|lowest)(?=[A-Z])/, 'max, min'],
];

/** Words that admin texts no longer use, and the term to use instead. */
const retiredTerms: readonly [pattern: RegExp, instead: string][] = [
  [/\btelephone order/i, 'phone order'],
  [/\bmail server/i, 'email server'],
  [/\bwent back\b|\bgone back\b/i, 'refunded, restocked'],
  [/left the house|in the house|on the shelf/i, 'shipped, on hand, restocked'],
  [/struck through/i, 'crossed out'],
  [/second factor/i, 'two-factor authentication'],
  [/\brehearsal\b/i, 'test payments'],
  [/\bown dates\b|\b(first|last) day\b/i, 'custom dates, start date, end date'],
  [/in the meantime|\bmeanwhile\b/i, 'after you opened it'],
  [/\ball the same\b/i, 'anyway'],
  [/\b(by|of) itself\b/i, 'automatically'],
  [/on (its|their) way\b/i, 'queued, in transit'],
  [/\bpictures?\b/i, 'image, photo'],
  [/\bfilms?\b/i, 'video'],
  [/\bwithdraw/i, 'cancel, revoke'],
  [/Download CSV/i, 'Export CSV'],
];
/** Files whose texts are read by admins and operators only. */
const isForAdmins = (file: string) => /^src\/(pages\/admin|operate)\//.test(file) && !/\.test\.tsx?$/.test(file);
const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isJsxText(node) ||
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node);
/** Statements of SQL, and names such as class lists, are no texts. */
const isSentence = (text: string) =>
  /[A-Za-z] [a-z]/.test(text) && !/^\s*(select|insert|update|delete|with)\b/.test(text);

/** Exceptions, each with its reason. */
const allowed: ReadonlyMap<string, string> = new Map([['lettersOf', 'letters of an alphabet']]);

type Finding = { rule: string; location: string; text: string };

function commentsOf(source: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const add = (ranges: ts.CommentRange[] = []) => ranges.forEach((range) => found.set(range.pos, range));
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    add(ts.getLeadingCommentRanges(source.text, node.pos));
    add(ts.getTrailingCommentRanges(source.text, node.end));
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...found.values()].toSorted((a, b) => a.pos - b.pos);
}

function checkComments(file: string, source: ts.SourceFile): Finding[] {
  const findings: Finding[] = [];
  let lineBefore = -2;
  for (const { pos, end, kind } of commentsOf(source)) {
    const { line } = source.getLineAndCharacterOfPosition(pos);
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const isContinued = isLine && line === lineBefore + 1;
    lineBefore = isLine ? line : -2;
    const head = source.text.slice(pos, end).replace(/^\/[*/]+\s*(\*\s*)?/, '');
    const heads = isLine ? [relativeHead] : [relativeHead, prepositionHead];
    if (!isContinued && heads.some((one) => one.test(head)))
      findings.push({ rule: 'comment heads', location: `${file}:${line + 1}`, text: head.slice(0, 80) });
    const lines = source.text.slice(source.getPositionOfLineAndCharacter(line, 0), end).split('\n');
    for (const [index, text] of lines.entries())
      if (text.trimEnd().length > maxCommentLine && !text.includes('://') && !text.includes('oxlint-disable'))
        findings.push({
          rule: 'long comment lines',
          location: `${file}:${line + 1 + index}`,
          text: text.trim().slice(0, 80),
        });
  }
  return findings;
}

/** Title of a test, with `${…}` for inserted values. Null if it is not written out. */
function titleText(title: ts.Expression): string | null {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return null;
  return title.head.text + title.templateSpans.map(({ literal }) => `\${…}${literal.text}`).join('');
}

const isDeclaration = (node: ts.Node): node is ts.NamedDeclaration =>
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node);

function checkSyntax(file: string, source: ts.SourceFile): Finding[] {
  const findings: Finding[] = [];
  const locationOf = (node: ts.Node) =>
    `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name !== undefined && ts.isIdentifier(node.name)) {
      const { text } = node.name;
      const banned = bannedNames.find(([pattern]) => pattern.test(text));
      if (banned !== undefined)
        findings.push({ rule: 'names', location: locationOf(node), text: `${text} (use: ${banned[1]})` });
    }
    if (isForAdmins(file) && isText(node) && isSentence(node.text)) {
      const retired = retiredTerms.find(([pattern]) => pattern.test(node.text));
      if (retired !== undefined)
        findings.push({
          rule: 'admin terms',
          location: locationOf(node),
          text: `${node.text.trim().slice(0, 80)} (use: ${retired[1]})`,
        });
    }
    if (ts.isCallExpression(node) && /\.test\.tsx?$/.test(file)) {
      const [title] = node.arguments;
      const isTest = /^(test|it|describe)\b/.test(node.expression.getText(source));
      const text = isTest && title !== undefined ? titleText(title) : null;
      if (text !== null && riddleTitle.test(text))
        findings.push({ rule: 'test titles', location: locationOf(node), text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

function checkFile(file: string): Finding[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  return [...checkComments(file, source), ...checkSyntax(file, source)];
}

/** Day from which commit titles are checked: the rule is younger than the project. */
const titlesSince = '2026-11-26T00:00Z';

/**
 * Commit titles since the commit in CI_BASE. A base that this clone does not know is left out, and
 * so is every base in a folder without git.
 */
function checkCommits(): Finding[] {
  const base = process.env.CI_BASE ?? '';
  const known = base !== '' && spawnSync('git', ['cat-file', '-e', `${base}^{commit}`]).status === 0;
  if (!known) return [];
  const args = ['log', '--no-merges', '--format=%s', `--since=${titlesSince}`, `${base}..HEAD`];
  return execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((title) => title.length > maxCommitTitle)
    .map((text) => ({ rule: 'commit titles', location: 'git log', text }));
}

const files = sourceFiles('{.,}*.{ts,mjs,cjs}', '*/**/*.{ts,tsx,mjs,cjs}');
const findings = [...files.flatMap(checkFile), ...checkCommits()].filter(
  ({ text }) => !allowed.has(text.split(' ')[0] ?? ''),
);
for (const { rule, location, text } of findings) console.log(`${location} ${rule}: ${text}`);
if (findings.length > 0) {
  console.log(`${findings.length} findings. The rules: CONTRIBUTING.md, "Writing".`);
  process.exit(1);
}
