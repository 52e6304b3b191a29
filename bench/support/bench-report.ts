import { availableParallelism } from 'node:os';

import { goals, type Goal } from '../goals.ts';

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The same measured on a bare implementation in the same run. */
  reference?: number;
};

/** All figures since the process started. */
export const figures: Figure[] = [];

const goalOf = ({ name }: Figure): Goal | undefined => {
  const goal = goals[name];
  return availableParallelism() < (goal?.minCores ?? 1) ? undefined : goal;
};

function isMissed(figure: Figure): boolean {
  const goal = goalOf(figure);
  if (goal === undefined) return false;
  const measured = goal.of === 'ratio' ? figure.value / (figure.reference ?? Number.NaN) : figure.value;
  return !('atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast);
}

const shown = (value: number) => value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3);

/** Value, unit, reference and ratio as text. `-` if missing. */
function cells({ value, unit, reference }: Figure): string[] {
  const compared = reference === undefined ? ['-', '-'] : [shown(reference), shown(value / reference)];
  return [shown(value), unit, ...compared];
}

/** Prints `name value unit reference ratio` and stores the figure. */
export function report(figure: Figure): void {
  figures.push(figure);
  console.log([figure.name, ...cells(figure)].join(' '));
}

/** Formats a goal, for example 'at most 2 × the reference'. */
export function goalText(goal: Goal): string {
  const bound = 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
  const cores = goal.minCores === undefined ? '' : `, with ${goal.minCores} cores or more`;
  return `${bound}${goal.of === 'ratio' ? ' × the reference' : ''}${cores}`;
}

/**
 * Returns one sentence for each missed goal since the process started. A figure that is not a
 * number misses its goal.
 */
export function missedGoals(): string[] {
  return figures.filter(isMissed).map((figure) => {
    const [value = '', unit = '', , ratio = ''] = cells(figure);
    const goal = goals[figure.name];
    return `${figure.name}: ${value} ${unit} (ratio ${ratio}), wanted ${goal === undefined ? '' : goalText(goal)}`;
  });
}

/** Cell of the table that says whether a figure meets its goal. */
export function metText(figure: Figure): string {
  if (goalOf(figure) === undefined) return '-';
  return isMissed(figure) ? '**missed**' : 'met';
}

/**
 * Formats all figures since the process started as a Markdown table. After a run of all benches it
 * also lists goals that were not measured.
 */
export function markdownTable(isRunOfAll: boolean): string {
  const rows = figures.map((figure) => {
    const goal = goals[figure.name];
    const text = goal === undefined ? '' : goalText(goal);
    const [value = '', unit = '', ...compared] = cells(figure);
    return [`\`${figure.name}\``, text, metText(figure), `${value} ${unit}`, ...compared];
  });
  const isMeasured = (name: string) => figures.some((figure) => figure.name === name);
  const unmeasured = Object.entries(goals)
    .filter(([name]) => isRunOfAll && !isMeasured(name))
    .map(([name, goal]) => [`\`${name}\``, goalText(goal), '-', 'not measured', '-', '-']);
  const head = ['Figure', 'Goal', 'Met', 'Measured', 'Reference', 'Ratio'];
  return [head, head.map(() => '---'), ...rows, ...unmeasured].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** The value below which a `share` (0 to 1) of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
