import { formatCount } from '#shared/money.ts';
import { BarTable } from '../parts/bar-table.tsx';
import { Facts, Panel } from '../parts/page.tsx';

/** A number, and what it is a part of. */
export type Step = { name: string; count: number; of?: number };

type Fact = readonly [string, string];

type OutcomeProps = {
  title: string;
  /** From what was done to what came of it. */
  steps: readonly [Step, ...Step[]];
  facts: readonly Fact[];
  /** What is told even while there are no numbers. */
  standing?: readonly Fact[];
  /** What stands in place of the numbers while there are none. */
  empty: string;
  /** What exactly is counted. */
  children: string;
};

/** '15.0 % of 80'; nothing where there is no whole. */
export function rateText({ count, of = 0 }: Pick<Step, 'count' | 'of'>): string {
  return of === 0 ? '' : `${((count / of) * 100).toFixed(1)} % of ${formatCount(of)}`;
}

const titles = ['What', 'Number', 'Rate'];

/** One kind of letter or code: how many, what came of them, and what these numbers mean. */
export function AutomationOutcome({ title, steps, facts, standing, empty, children }: OutcomeProps) {
  const rows = steps.map(({ name, ...step }) => ({ name, count: step.count, beside: rateText(step) }));
  const isEmpty = steps[0].count === 0;
  const told = [...(standing ?? []), ...(isEmpty ? [] : facts)];
  return (
    <Panel title={title} className="flex flex-col">
      {isEmpty ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <BarTable isPlain caption={title} titles={titles} rows={rows} />
      )}
      {told.length === 0 ? null : (
        <div className="mt-4 border-t border-line pt-4">
          <Facts facts={told} />
        </div>
      )}
      <p className="mt-4 text-sm text-soft">{children}</p>
    </Panel>
  );
}
