import { formatCount } from '#shared/money.ts';
import { FigureTable } from './figures/figure-table.tsx';
import { Panel } from './components/page.tsx';

type Day = { day: string; views: number; visitors: number; orders: number };

type Frame = { width: number; height: number; left: number; bottom: number; top: number; fontSize: number };

const wide: Frame = { width: 900, height: 240, left: 48, bottom: 28, top: 16, fontSize: 14 };
const narrow: Frame = { width: 330, height: 200, left: 40, bottom: 28, top: 16, fontSize: 13 };

/** Returns a round number at or above the largest value. */
function ceilingOf(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 4)));
  return Math.ceil(Math.max(most, 4) / step) * step;
}

function lineOf(days: readonly Day[], ceiling: number, { width, height, left, bottom, top }: Frame): string {
  const room = (width - left) / Math.max(1, days.length - 1);
  return days
    .map(
      ({ visitors }, index) =>
        `${left + index * room},${height - bottom - (visitors / ceiling) * (height - bottom - top)}`,
    )
    .join(' ');
}

const inWords = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const named = (day: string) => inWords.format(new Date(day));

const rowOf = ({ day, visitors, views, orders }: Day) => ({
  key: day,
  head: named(day),
  figures: [visitors, views, orders].map(formatCount),
});

function Plot({ days, frame, className }: { days: readonly Day[]; frame: Frame; className: string }) {
  const { width, height, left, bottom, top } = frame;
  const ceiling = ceilingOf(Math.max(0, ...days.map(({ visitors }) => visitors)));
  const [first, last] = [days[0], days.at(-1)];
  const line = lineOf(days, ceiling, frame);
  const levels = [0, ceiling / 2, ceiling];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true" fontSize={frame.fontSize}>
      {levels.map((level) => {
        const y = height - bottom - (level / ceiling) * (height - bottom - top);
        return (
          <g key={level}>
            <line x1={left} x2={width} y1={y} y2={y} stroke="var(--color-line)" />
            <text x={left - 8} y={y + 5} textAnchor="end" fill="var(--color-soft)">
              {formatCount(level)}
            </text>
          </g>
        );
      })}
      <polyline points={line} fill="none" stroke="var(--color-berry)" strokeWidth="3" strokeLinejoin="round" />
      {first === undefined || last === undefined ? null : (
        <>
          <text x={left} y={height - 6} fill="var(--color-soft)">
            {named(first.day)}
          </text>
          <text x={width} y={height - 6} textAnchor="end" fill="var(--color-soft)">
            {named(last.day)}
          </text>
        </>
      )}
    </svg>
  );
}

/** Daily visitors as a line chart, and with views and orders as a table. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const total = days.reduce((sum, { visitors }) => sum + visitors, 0);
  return (
    <Panel
      title="Visitors by day"
      aside={<p className="text-sm text-soft">{`${formatCount(total)} daily ${total === 1 ? 'visit' : 'visits'}`}</p>}
      className="xl:col-span-2"
    >
      <Plot days={days} frame={wide} className="w-full max-sm:hidden" />
      <Plot days={days} frame={narrow} className="w-full sm:hidden" />
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center text-berry hover:underline">Show as table</summary>
        <FigureTable
          caption="Visitors by day"
          titles={['Day (UTC)', 'Visitors', 'Page views', 'Orders']}
          rows={days.toReversed().map(rowOf)}
        />
      </details>
    </Panel>
  );
}
