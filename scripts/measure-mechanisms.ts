import { readFileSync } from 'node:fs';

import ts from 'typescript';

import { importedNames, locationOf, visitNodes, type ProductFile } from './product-source.ts';
import { sourceFiles } from './source-files.ts';

const filesWith = (files: readonly ProductFile[], pattern: RegExp): string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** True for code that the browser loads: components, their helpers, and pages. */
const isInBrowser = ({ file }: ProductFile) =>
  !/\.(server|schema)\.tsx?$/.test(file) &&
  (/^src\/(ui|pages)\//.test(file) || /^src\/modules\/[^/]+\/ui\//.test(file));

/** Names beside `message` that make a record a refusal. */
const refusalNames = /^(reason|error|issues|refused|status|conflict|ok)$/;

/** Names of the members of each record type that a file writes out, with its location. */
function recordsOf(product: ProductFile): { names: string[]; location: string }[] {
  const records: { names: string[]; location: string }[] = [];
  visitNodes(product, (node) => {
    if (!ts.isTypeLiteralNode(node)) return;
    const names = node.members.flatMap(({ name }) => (name === undefined ? [] : [name.getText(product.source)]));
    records.push({ names, location: locationOf(product, node) });
  });
  return records;
}

/** Files with a record that has all of `required`, and a name that matches. */
const declaringRecord = (files: readonly ProductFile[], required: readonly string[], other: RegExp): string[] =>
  files
    .filter((product) =>
      recordsOf(product).some(
        ({ names }) => required.every((name) => names.includes(name)) && names.some((name) => other.test(name)),
      ),
    )
    .map(({ file }) => file);

/** Distinct sets of names of record types with `message` and a name of `refusalNames`. */
function refusalShapes(files: readonly ProductFile[]): string[] {
  const shapes = new Map<string, string>();
  for (const { names, location } of files.flatMap(recordsOf)) {
    if (!names.includes('message') || !names.some((name) => refusalNames.test(name))) continue;
    const shape = names.toSorted().join(', ');
    if (!shapes.has(shape)) shapes.set(shape, `${location} { ${shape} }`);
  }
  return [...shapes.values()];
}

/** Names of functions and types that a file declares at its top. */
const declaredNames = ({ source }: ProductFile): string[] =>
  source.statements.flatMap((one) => {
    if (ts.isFunctionDeclaration(one) || ts.isTypeAliasDeclaration(one))
      return one.name === undefined ? [] : [one.name.text];
    if (!ts.isVariableStatement(one)) return [];
    return one.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  });

const declaring = (files: readonly ProductFile[], pattern: RegExp): string[] =>
  files.filter((product) => declaredNames(product).some((name) => pattern.test(name))).map(({ file }) => file);

/** Mechanisms of which one is enough. Each count is a list of files, or of distinct shapes. */
export function measureMechanisms(files: readonly ProductFile[]): Record<string, string[]> {
  const browser = files.filter(isInBrowser);
  return {
    // Files that import csv-stringify.
    'CSV writers': filesWith(files, /from 'csv-stringify/),
    // Files with a query that skips rows.
    'pagings by offset': filesWith(files, /\.offset\(|\boffset \$\{/),
    // Files that declare a type named …Cursor or …Position.
    'types of cursors': declaring(files, /(Cursor|Position)$/),
    // Files that declare a record of a refused row: its name or id, and a sentence.
    'bulk systems': declaringRecord(files, ['sentence'], /^(id|name|row|orderNumber)$/),
    // Files that declare a component named …AddressFields or …AddressFieldset.
    'address fieldsets': declaring(browser, /AddressFields(et)?$/),
    // Components that call window.confirm, render <dialog>, ask for a field named sure or confirm,
    // or take a question.
    'ways to confirm': filesWith(
      browser.filter(({ file }) => file.endsWith('.tsx')),
      /window\.confirm\(|<dialog\b|name[:=] ?['"](sure|confirm)['"]|\bquestion: string\b/,
    ),
    // Distinct records of a refusal in the browser.
    'refusal shapes in the browser': refusalShapes(browser),
  };
}

/**
 * An operation of the business: the functions that parse, check and act, and the steps within. A
 * door that skipped the operation would call a step. `owners` may call them.
 */
type Operation = { calls: readonly string[]; steps: readonly string[]; owners: RegExp };

const operations: Readonly<Record<string, Operation>> = {
  'ship an order, change a status': {
    calls: ['changeStatus', 'changeStatuses'],
    steps: ['insertPackage', 'deletePackage'],
    owners: /^src\/modules\/orders\/fulfillment\.server\.ts$/,
  },
  refund: {
    calls: ['refundOrder', 'refundReturn', 'cancelOrder'],
    steps: ['reserveRefund', 'makeRefund', 'reserveRefundAmount', 'insertRefund'],
    owners: /^src\/modules\/orders\//,
  },
  'correct an address or contact': {
    calls: ['correctAddress', 'correctContact'],
    steps: ['storeOrderChange', 'updateOrder'],
    owners: /^src\/modules\/orders\//,
  },
  'apply a code': {
    calls: ['checkCode', 'reviseCheckout'],
    steps: ['takeCodeAttempt', 'usableCode', 'codeHold', 'redeemCode'],
    owners: /^src\/modules\/(discounts|checkout)\//,
  },
  'accept a consent': {
    calls: ['captureEmail', 'subscribeByForm', 'storeConsent'],
    steps: ['insertCapture'],
    owners: /^src\/modules\/marketing\//,
  },
  unsubscribe: {
    calls: ['unsubscribe', 'stopEmailsTo'],
    steps: ['markUnsubscribed'],
    owners: /^src\/modules\/marketing\//,
  },
};

const importing = (files: readonly ProductFile[], names: readonly string[]): string[] =>
  files.filter((product) => importedNames(product).some(({ name }) => names.includes(name))).map(({ file }) => file);

/**
 * Doors of each operation: files that import one of its functions. A door that skips it imports a
 * step.
 */
export function measureOperations(files: readonly ProductFile[]): Record<string, string[]> {
  const declared = new Set(files.flatMap(declaredNames));
  const all = Object.entries(operations);
  const doors = all.map(([name, { calls }]) => [`doors: ${name}`, importing(files, calls)] as const);
  const skipping = all.flatMap(([name, { steps, owners }]) =>
    importing(files, steps)
      .filter((file) => !owners.test(file))
      .map((file) => `${file}: ${name}`),
  );
  const unknown = all.flatMap(([, { calls, steps }]) => [...calls, ...steps]).filter((name) => !declared.has(name));
  return {
    ...Object.fromEntries(doors),
    'doors that skip an operation': skipping,
    'unknown names of operations': unknown,
  };
}

/** Returns the triggers or functions that exist after all migrations. */
function inDatabase(kind: 'trigger' | 'function'): string[] {
  const statements = new RegExp(
    `(create|drop)(?: or replace)?(?: constraint)? ${kind}\\s+(?:if exists )?"?(\\w+)`,
    'gi',
  );
  const names = new Set<string>();
  for (const file of sourceFiles('db/migrations/*.sql'))
    for (const [, verb = '', name = ''] of readFileSync(file, 'utf8').matchAll(statements))
      if (verb.toLowerCase() === 'create') names.add(name);
      else names.delete(name);
  return [...names];
}

export const measureDatabase = (): Record<string, string[]> => ({
  'SQL triggers': inDatabase('trigger'),
  'SQL functions': inDatabase('function'),
});
