type Goal = { atMost: number } | { atLeast: number };

export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The same measured on something bare, in the same run. */
  reference?: number;
  /** For the value, or for the ratio to the reference. */
  goal?: Goal;
  goalOf?: 'value' | 'ratio';
};

const misses: string[] = [];

function isMissed(measured: number, goal: Goal): boolean {
  return 'atMost' in goal ? measured > goal.atMost : measured < goal.atLeast;
}

const shown = (value: number) => value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3);

/** Prints `name value unit reference ratio`, with `-` for what there is none of, and remembers a goal that is missed. */
export function report({ name, value, unit, reference, goal, goalOf = 'value' }: Figure): void {
  const ratio = reference === undefined ? undefined : value / reference;
  const compared = reference === undefined ? '- -' : `${shown(reference)} ${shown(value / reference)}`;
  console.log(`${name} ${shown(value)} ${unit} ${compared}`);
  const measured = goalOf === 'ratio' ? ratio : value;
  if (goal === undefined || measured === undefined || !isMissed(measured, goal)) return;
  const wanted = 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
  misses.push(`${name}: ${goalOf} ${shown(measured)}, wanted ${wanted}`);
}

/** Every goal missed since the process began, one sentence each. */
export function missedGoals(): readonly string[] {
  return misses;
}

/** The value below which `share` (0 to 1) of all lie. */
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
