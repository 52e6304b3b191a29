import { spectrum } from '#content/science.ts';
import { Heading } from '#ui/heading.tsx';

const colours = ['#6d28d9', '#2563eb', '#0891b2', '#16a34a', '#eab308', '#f97316', '#dc2626', '#7f1d1d'];
const places = [0, 17, 30, 43, 58, 68, 78, 100];
const width = 1_000;

/** The visible spectrum with the product's own part lifted out; nothing for a product without one. */
export function Spectrum() {
  if (spectrum === null) return null;
  const { from, to, ours, title, text, ends } = spectrum;
  const placeOf = (nanometres: number) => ((nanometres - from) / (to - from)) * width;
  const [left, right] = [placeOf(ours.from), placeOf(ours.to)];
  return (
    <section aria-labelledby="spectrum" className="mt-16 rounded-card border border-line bg-white p-6 md:mt-20 md:p-12">
      <Heading id="spectrum" title={title} className="text-4xl" />
      <p className="mt-3 max-w-[65ch] text-soft">{text}</p>
      <p aria-hidden="true" className="mt-8 pr-[6.6%] text-right font-display text-2xl text-berry">
        {ours.label}
      </p>
      <svg
        viewBox={`0 0 ${width} 90`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-16 w-full md:h-20"
      >
        <linearGradient id="visible-light">
          {colours.map((colour, place) => (
            <stop key={colour} offset={`${places[place] ?? 0}%`} stopColor={colour} />
          ))}
        </linearGradient>
        <rect y="22" width={width} height="46" rx="8" fill="url(#visible-light)" opacity="0.35" />
        <rect x={left} y="8" width={right - left} height="74" rx="8" fill="#e11d48" />
      </svg>
      <p aria-hidden="true" className="mt-2 flex justify-between text-sm text-soft">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </section>
  );
}
