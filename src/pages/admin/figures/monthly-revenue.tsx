import { monthName, scaleMarks, shortUsd, type MonthFigures } from '#modules/analytics/figures.ts';
import { formatCount, formatUsd } from '#shared/money.ts';

import { Panel } from '../components/page.tsx';
import { FigureTable } from './figure-table.tsx';

type Frame = { width: number; height: number; left: number; bottom: number; top: number; fontSize: number };

const wide: Frame = { width: 640, height: 300, left: 64, bottom: 36, top: 28, fontSize: 16 };
const narrow: Frame = { width: 330, height: 240, left: 48, bottom: 30, top: 26, fontSize: 13 };

/** Returns the bars' positions. The baseline is 0, so a month with net refunds has no bar. */
function bars(months: readonly MonthFigures[], frame: Frame, greatest: number) {
  const { width, height, left, bottom, top } = frame;
  const room = (width - left) / months.length;
  return months.map((month, index) => {
    const share = greatest === 0 ? 0 : Math.max(0, month.revenueCents) / greatest;
    const tall = Math.round(share * (height - bottom - top) * 10) / 10;
    return { month, x: left + room * (index + 0.2), width: room * 0.6, y: height - bottom - tall, height: tall };
  });
}

/**
 * Bar chart by month.
 * The current month is outlined and striped, so that the difference does not depend on color.
 */
function Plot({ months, frame, className }: { months: readonly MonthFigures[]; frame: Frame; className: string }) {
  const marks = scaleMarks(Math.max(...months.map(({ revenueCents }) => revenueCents)));
  const greatest = marks.at(-1) ?? 0;
  const ground = frame.height - frame.bottom;
  const heightOf = (cents: number) => (greatest === 0 ? ground : ground - (cents / greatest) * (ground - frame.top));
  const stripes = `stripes-${frame.width}`;
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      className={className}
      aria-hidden="true"
      fontSize={frame.fontSize}
    >
      <pattern id={stripes} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="8" height="8" fill="white" />
        <rect width="4" height="8" fill="var(--color-rose)" />
      </pattern>
      {marks.map((mark) => (
        <g key={mark}>
          <line x1={frame.left} x2={frame.width} y1={heightOf(mark)} y2={heightOf(mark)} stroke="var(--color-line)" />
          <text x={frame.left - 8} y={heightOf(mark) + 4} textAnchor="end" fill="var(--color-soft)">
            {shortUsd(mark)}
          </text>
        </g>
      ))}
      {bars(months, frame, greatest).map(({ month, ...bar }, index) => {
        const isGoingOn = index === months.length - 1;
        const centre = bar.x + bar.width / 2;
        return (
          <g key={month.month} textAnchor="middle">
            <rect
              {...bar}
              rx="4"
              fill={isGoingOn ? `url(#${stripes})` : 'var(--color-berry)'}
              stroke="var(--color-berry)"
            />
            <text x={centre} y={bar.y - 7} fill="var(--color-ink)">
              {shortUsd(month.revenueCents)}
            </text>
            <text x={centre} y={frame.height - 9} fill="var(--color-soft)">
              {monthName(month.month, 'short')}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const rowOf = ({ month, revenueCents, orders }: MonthFigures) => ({
  key: month,
  head: monthName(month, 'long'),
  figures: [formatUsd(revenueCents), formatCount(orders)],
});

export function MonthlyRevenue({ months }: { months: readonly MonthFigures[] }) {
  const last = months.at(-1);
  const sentences = months.map(({ month, revenueCents }) => `${monthName(month, 'long')} ${formatUsd(revenueCents)}`);
  return (
    <Panel title="Monthly revenue" aside={<p className="text-sm text-soft">US dollars, last 6 months</p>}>
      <div role="img" aria-label={`Revenue in US dollars: ${sentences.join(', ')}`}>
        <Plot months={months} frame={wide} className="w-full max-sm:hidden" />
        <Plot months={months} frame={narrow} className="w-full sm:hidden" />
      </div>
      {last === undefined ? null : (
        <p className="mt-2 text-sm text-soft">{`Striped: ${monthName(last.month, 'long')} is not over yet.`}</p>
      )}
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center text-berry hover:underline">Show as a table</summary>
        <FigureTable
          caption="Revenue by month"
          titles={['Month', 'Revenue (USD)', 'Orders']}
          rows={months.map(rowOf)}
        />
      </details>
    </Panel>
  );
}
