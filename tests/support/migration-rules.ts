import { oneLineStatement } from '#platform/db/migration-steps.server.ts';

const isInBatches = /^\s*-- in batches\b/m;
/** Marks a statement that may break a rule, with the reason before it. */
const isAccepted = /^\s*-- accepted: \S/m;

type Rule = { is: RegExp; unless?: RegExp; breach: string };

const used = 'takes away what the version before uses: a later release may';
const rewritten = 'rewrites a whole table';

const rules: readonly Rule[] = [
  { is: /^drop (table|type|function|view|sequence)\b|\bdrop column\b|\brename\b/i, breach: used },
  { is: /\balter column \S+ (set data )?type\b|\bset (un)?logged\b|\bset tablespace\b/i, breach: rewritten },
  {
    is: /\badd column\b.*\b(bigserial|serial|generated|gen_random_uuid|random|nextval|clock_timestamp)\b/i,
    breach: rewritten,
  },
  { is: /^(cluster|truncate|lock|vacuum full|refresh)\b/i, breach: 'locks a whole table' },
  { is: /\badd column\b.*\bnot null\b/i, unless: /\bdefault\b/i, breach: 'has the version before fail to insert' },
  {
    is: /\bset not null\b/i,
    breach: 'reads a whole table under a lock: add a check that is not valid, then validate it',
  },
  { is: /\badd column\b.*\b(references|unique|primary key|check)\b/i, breach: 'adds a constraint with its column' },
  {
    is: /\badd constraint\b/i,
    unless: /\bnot valid$|\bnot valid;$|\busing index\b/i,
    breach: 'adds a constraint that is not "not valid"',
  },
  {
    is: /^(create (unique )?|drop |re)index\b/i,
    unless: /\bconcurrently\b/i,
    breach: 'stops sales for an index: concurrently',
  },
];

const target =
  /^(?:alter table|create (?:unique )?index .*? on|update|delete from)(?: only)?(?: if exists)? (?:"?public"?\.)?"?(\w+)"?/i;
const makes = /^create table (?:if not exists )?(?:"?public"?\.)?"?(\w+)"?/i;

function batchBreach(statement: string): string[] {
  if (!/^(update|delete)\b/i.test(oneLineStatement(statement))) return [];
  if (!isInBatches.test(statement)) return ['changes all rows at once: "-- in batches"'];
  return /\blimit \d+/i.test(statement) && !/\bskip locked\b/i.test(statement)
    ? []
    : ['has batches without "limit", or skips rows that are locked'];
}

/**
 * Returns how a migration's statements would stop sales of the previous version, during or after
 * it.
 */
export function breachesOf(statements: readonly string[]): string[] {
  const made = new Set(statements.map((one) => makes.exec(oneLineStatement(one))?.[1]));
  const others = statements.filter(
    (one) => !isAccepted.test(one) && !made.has(target.exec(oneLineStatement(one))?.[1] ?? ''),
  );
  return others.flatMap((statement) => {
    const text = oneLineStatement(statement);
    const broken = rules.filter(({ is, unless }) => is.test(text) && unless?.test(text) !== true);
    return [...broken.map(({ breach }) => breach), ...batchBreach(statement)].map(
      (breach) => `${breach}: ${text.slice(0, 120)}`,
    );
  });
}
