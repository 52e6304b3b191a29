import { formatCount } from '#shared/money.ts';
import { BarTable } from './components/bar-table.tsx';
import { DescriptionList, Panel } from './components/page.tsx';

/** A count, and the total that it is a share of. */
export type Step = { name: string; count: number; of?: number };

type Fact = readonly [string, string];

type OutcomeProps = {
  title: string;
  /** Steps from the first action to its result. */
  steps: readonly [Step, ...Step[]];
  facts: readonly Fact[];
  /** Facts shown even while there are no numbers. */
  standing?: readonly Fact[];
  /** Text shown instead of the numbers while there are none. */
  empty: string;
  /** Explains exactly what is counted. */
  children: string;
};

/** Formats a share: '15.0 % of 80'. Empty if the total is 0. */
function rateText({ count, of = 0 }: Pick<Step, 'count' | 'of'>): string {
  return of === 0 ? '' : `${((count / of) * 100).toFixed(1)}% of ${formatCount(of)}`;
}

const titles = ['Step', 'Count', 'Rate'];

/** Results of one kind of automation or code: counts, outcomes and their definition. */
export function AutomationOutcome({ title, steps, facts, standing, empty, children }: OutcomeProps) {
  const rows = steps.map(({ name, ...step }) => ({ name, count: step.count, beside: rateText(step) }));
  const isEmpty = steps[0].count === 0;
  const shownFacts = [...(standing ?? []), ...(isEmpty ? [] : facts)];
  return (
    <Panel title={title} className="flex flex-col">
      {isEmpty ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <BarTable isPlain caption={title} titles={titles} rows={rows} />
      )}
      {shownFacts.length === 0 ? null : (
        <div className="mt-4 border-t border-line pt-4">
          <DescriptionList facts={shownFacts} />
        </div>
      )}
      <p className="mt-4 text-sm text-soft">{children}</p>
    </Panel>
  );
}
