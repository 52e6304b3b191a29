/**
 * One step of a migration: statements in one transaction (together), one that cannot run in a
 * transaction (alone), or one that repeats until no row is left (batches).
 */
export type MigrationStep = { kind: 'together' | 'alone' | 'batches'; statements: string[] };

const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const lines = /\s+/g;

/** Returns a statement on one line, without its comments. */
export const oneLineStatement = (statement: string): string =>
  statement.replace(comments, ' ').replace(lines, ' ').trim();

const alone = /^(create (unique )?index concurrently|drop index concurrently|alter table \S+ validate constraint)/i;
const batches = /^[ \t]*-- in batches\b/m;

function kindOf(statement: string): MigrationStep['kind'] {
  if (batches.test(statement)) return 'batches';
  return alone.test(oneLineStatement(statement)) ? 'alone' : 'together';
}

/**
 * Returns the steps of a migration in order. Adjacent statements that may share a transaction are
 * merged.
 */
export function stepsOf(statements: readonly string[]): MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const statement of statements.filter((one) => oneLineStatement(one) !== '')) {
    const kind = kindOf(statement);
    const last = steps.at(-1);
    if (kind === 'together' && last?.kind === kind) last.statements.push(statement);
    else steps.push({ kind, statements: [statement] });
  }
  return steps;
}

/** Returns the concurrent index operation of a statement; undefined if it has none. */
export function indexWork(statement: string): { does: 'create' | 'drop'; index: string } | undefined {
  const found = /^(create|drop) (?:unique )?index concurrently (?:if (?:not )?exists )?("[^"]+"|\w+)/i.exec(
    oneLineStatement(statement),
  );
  const [, does, index] = found ?? [];
  if (index === undefined) return undefined;
  return { does: does?.toLowerCase() === 'drop' ? 'drop' : 'create', index };
}
