import { Bar } from '../parts/bar.tsx';
import { Facts } from '../parts/facts.tsx';
import { Panel } from '../parts/panel.tsx';

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

const number = (count: number) => count.toLocaleString('en-US');

/** '15.0 % of 80'; nothing where there is no whole. */
export function rateText({ count, of = 0 }: Pick<Step, 'count' | 'of'>): string {
  return of === 0 ? '' : `${((count / of) * 100).toFixed(1)} % of ${number(of)}`;
}

function Steps({ title, steps }: Pick<OutcomeProps, 'title' | 'steps'>) {
  const greatest = Math.max(1, steps[0].count);
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          {['What', 'Number', 'Rate'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ name, count, ...rest }) => (
          <tr key={name}>
            <th scope="row" className="w-full py-1.5 pr-4 font-normal">
              {name}
              <Bar share={Math.min(1, count / greatest)} />
            </th>
            <td className="py-1.5 text-right tabular-nums">{number(count)}</td>
            <td className="py-1.5 pl-4 text-right whitespace-nowrap text-soft tabular-nums">
              {rateText({ count, ...rest })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One kind of letter or code: how many, what came of them, and what these numbers mean. */
export function Outcome({ title, steps, facts, standing, empty, children }: OutcomeProps) {
  const isEmpty = steps[0].count === 0;
  const told = [...(standing ?? []), ...(isEmpty ? [] : facts)];
  return (
    <Panel title={title} className="flex flex-col">
      {isEmpty ? <p className="text-soft">{empty}</p> : <Steps title={title} steps={steps} />}
      {told.length === 0 ? null : (
        <div className="mt-4 border-t border-line pt-4">
          <Facts facts={told} />
        </div>
      )}
      <p className="mt-4 text-sm text-soft">{children}</p>
    </Panel>
  );
}
