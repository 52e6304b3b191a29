import { Bar } from '../parts/bar.tsx';
import { Panel } from '../parts/panel.tsx';

type Row = { name: string; count: number };
type BarsProps = {
  title: string;
  unit: string;
  rows: readonly Row[];
  /** Each row is a part of the one before: the share is told too. */
  isFunnel?: boolean;
};

function shareOf(rows: readonly Row[], index: number): string {
  const [before, now] = [rows[index - 1]?.count ?? 0, rows[index]?.count ?? 0];
  return index === 0 || before === 0 ? '' : `${Math.round((now / before) * 100)} %`;
}

/** A table whose rows are bars: read as a table, seen as a chart. */
export function Bars({ title, unit, rows, isFunnel = false }: BarsProps) {
  const greatest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="text-soft">Nothing yet in these days.</p>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="text-sm text-soft">
              <th scope="col" className="py-1 font-medium">
                {title}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {unit}
              </th>
              {isFunnel ? (
                <th scope="col" className="py-1 pl-4 text-right font-medium whitespace-nowrap">
                  Went on
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, count }, index) => (
              <tr key={name}>
                <th scope="row" className="w-full py-1.5 pr-4 font-normal">
                  <span className="break-words">{name}</span>
                  <Bar share={count / greatest} />
                </th>
                <td className="py-1.5 text-right tabular-nums">{count.toLocaleString('en-US')}</td>
                {isFunnel ? (
                  <td className="py-1.5 pl-4 text-right whitespace-nowrap tabular-nums">{shareOf(rows, index)}</td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
