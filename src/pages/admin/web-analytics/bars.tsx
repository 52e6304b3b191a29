import { BarTable } from '../parts/bar-table.tsx';
import { Panel } from '../parts/page.tsx';

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

/** What was counted, as bars. */
export function Bars({ title, unit, rows, isFunnel = false }: BarsProps) {
  const steps = rows.map((row, index) => ({ ...row, ...(isFunnel ? { beside: shareOf(rows, index) } : {}) }));
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="text-soft">Nothing yet in these days.</p>
      ) : (
        <BarTable caption={title} titles={[title, unit, ...(isFunnel ? ['Went on'] : [])]} rows={steps} />
      )}
    </Panel>
  );
}
