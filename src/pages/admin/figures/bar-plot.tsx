import { scaleMarks, shortUsd } from '#modules/analytics/figures.ts';
import type { Cents } from '#shared/money.ts';

type Frame = {
  width: number;
  height: number;
  left: number;
  bottom: number;
  top: number;
  fontSize: number;
  names: number;
};

const broad: Frame = { width: 1080, height: 300, left: 64, bottom: 32, top: 26, fontSize: 15, names: 12 };
const wide: Frame = { width: 640, height: 300, left: 64, bottom: 36, top: 28, fontSize: 16, names: 8 };
const narrow: Frame = { width: 330, height: 240, left: 48, bottom: 30, top: 26, fontSize: 13, names: 6 };

/** Bars beyond which a chart leaves out the amount above each. */
const maxAmounts = 7;

export type PlotBar = {
  key: string;
  cents: Cents;
  /** Compared amount, drawn as a line across the bar. Nothing is drawn for 0. */
  before?: Cents | undefined;
  name: string;
  /** True for days that are not over. Outlined and striped, so that it does not depend on color. */
  isGoingOn: boolean;
};

/** Returns the bars' positions. The baseline is 0, so a bar below zero is not shown. */
function positions(bars: readonly PlotBar[], frame: Frame, greatest: number) {
  const { width, height, left, bottom, top } = frame;
  const room = (width - left) / bars.length;
  return bars.map((bar, index) => {
    const share = greatest === 0 ? 0 : Math.max(0, bar.cents) / greatest;
    const tall = Math.round(share * (height - bottom - top) * 10) / 10;
    return { bar, x: left + room * (index + 0.2), width: room * 0.6, y: height - bottom - tall, height: tall };
  });
}

function Plot({ bars, frame, className }: { bars: readonly PlotBar[]; frame: Frame; className: string }) {
  const marks = scaleMarks(Math.max(0, ...bars.flatMap(({ cents, before = 0 }) => [cents, before])));
  const greatest = marks.at(-1) ?? 0;
  const ground = frame.height - frame.bottom;
  const heightOf = (cents: number) => (greatest === 0 ? ground : ground - (cents / greatest) * (ground - frame.top));
  const stripes = `stripes-${frame.width}`;
  const everyName = Math.ceil(bars.length / frame.names);
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
      {positions(bars, frame, greatest).map(({ bar, ...box }, index) => {
        const center = box.x + box.width / 2;
        return (
          <g key={bar.key} textAnchor="middle">
            <rect
              {...box}
              rx={Math.min(4, box.width / 4)}
              fill={bar.isGoingOn ? `url(#${stripes})` : 'var(--color-berry)'}
              stroke="var(--color-berry)"
            />
            {bar.before === undefined || bar.before <= 0 ? null : (
              <line
                x1={box.x - box.width / 4}
                x2={box.x + box.width * 1.25}
                y1={heightOf(bar.before)}
                y2={heightOf(bar.before)}
                stroke="var(--color-ink)"
                strokeWidth="2"
              />
            )}
            {bars.length > maxAmounts ? null : (
              <text x={center} y={box.y - 7} fill="var(--color-ink)">
                {shortUsd(bar.cents)}
              </text>
            )}
            {index % everyName === 0 ? (
              <text x={center} y={frame.height - 9} fill="var(--color-soft)">
                {bar.name}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

type BarPlotProps = {
  bars: readonly PlotBar[];
  label: string;
  /** True in a panel over the whole page. */ isBroad?: boolean;
};

/** Bar chart of amounts. `label` states them for screen readers. */
export function BarPlot({ bars, label, isBroad = false }: BarPlotProps) {
  return (
    <div role="img" aria-label={label}>
      <Plot bars={bars} frame={isBroad ? broad : wide} className="w-full max-sm:hidden" />
      <Plot bars={bars} frame={narrow} className="w-full sm:hidden" />
    </div>
  );
}
