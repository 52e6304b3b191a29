import { createRequire } from 'node:module';

import ts from 'typescript';

import { importGraph, locationOf, type ProductFile } from './product-source.ts';

/** Returns the groups of nodes that reach each other, one line each (Tarjan). */
export function cyclesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const indexes = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[] = [];
  const visit = (node: string): number => {
    indexes.set(node, indexes.size);
    let lowest = indexes.size - 1;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!indexes.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, indexes.get(next) ?? 0);
    }
    low.set(node, lowest);
    if (lowest === indexes.get(node)) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) cycles.push(group.toSorted().join(' <-> '));
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}

const moduleName = (file: string) => /^src\/modules\/([^/]+)\//.exec(file)?.[1];

function moduleGraph(files: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const modules = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    const from = moduleName(file);
    if (from === undefined) continue;
    const used = modules.get(from) ?? new Set();
    for (const to of imports) {
      const other = moduleName(to);
      if (other !== undefined && other !== from) used.add(other);
    }
    modules.set(from, used);
  }
  return modules;
}

type Rule = { name: string; from: { pathNot?: string | string[] }; to: { pathNot?: string | string[] } };

/** Patterns that a rule may leave out: tests, and the kinds of files that ARCHITECTURE.md lists. */
const kinds = new Set(['\\.test\\.tsx?$', '/tables\\.server\\.ts$', '-report\\.queries\\.server\\.ts$']);

/**
 * Files that a rule of the imports leaves out by name, and parts of a module that a layer allows
 * (`discounts/redemptions`) because the whole module would close a circle.
 */
function exemptions(): string[] {
  const { forbidden }: { forbidden: Rule[] } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  return forbidden.flatMap(({ name, from, to }) => {
    const files = [from.pathNot ?? []].flat().filter((one) => one.endsWith('$') && !kinds.has(one));
    const allowed = [to.pathNot ?? []].flat().map((one) => /\(([a-z|/-]*)\)\/\)$/.exec(one)?.[1] ?? '');
    const parts = allowed.flatMap((names) => names.split('|')).filter((one) => one.includes('/'));
    return [...files, ...parts].map((one) => `${name}: ${one}`);
  });
}

/** Lines of `export … from`. A page names `shouldRevalidate` so, which React Router asks of it. */
function reExports(product: ProductFile): string[] {
  return product.source.statements
    .filter(ts.isExportDeclaration)
    .filter((one) => one.moduleSpecifier !== undefined && !/\bshouldRevalidate\b/.test(one.getText(product.source)))
    .flatMap((one) => {
      const lines = one.getText(product.source).split('\n').length;
      return Array.from({ length: lines }, () => locationOf(product, one));
    });
}

export function measureImports(files: readonly ProductFile[]): Record<string, string[]> {
  const graph = importGraph(files);
  return {
    'cycles of files': cyclesIn(graph),
    'cycles of modules': cyclesIn(moduleGraph(graph)),
    'exemptions in the import rules': exemptions(),
    're-export lines': files.flatMap(reExports),
  };
}
