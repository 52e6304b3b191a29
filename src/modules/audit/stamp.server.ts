import { createHash } from 'node:crypto';

import type { Facts } from './rules.ts';

/** A short mark of what a thing was when someone began to edit it: another mark means that someone else was quicker. */
export function stampOf(facts: Facts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
}

/** What differs of two states of one thing, as the log keeps it. */
export function differenceOf(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: only(before), after: only(after) };
}
