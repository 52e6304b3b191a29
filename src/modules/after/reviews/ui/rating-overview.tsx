import type { ReviewSummary } from '../rules.ts';
import { Stars } from './stars.tsx';

function Row({ stars, count, of }: { stars: number; count: number; of: number }) {
  return (
    <li className="flex items-center gap-3 text-sm">
      <span className="w-14 shrink-0">{stars === 1 ? '1 star' : `${stars} stars`}</span>
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-2 w-0 grow rounded-full bg-petal"
      >
        <rect width={(count / of) * 100} height="1" className="fill-gold" />
      </svg>
      <span className="w-8 shrink-0 text-right tabular-nums text-soft">
        {count}
        <span className="sr-only">{count === 1 ? ' review' : ' reviews'}</span>
      </span>
    </li>
  );
}

/** Average and distribution of the stored reviews. */
export function RatingOverview({ summary: { average, count, histogram } }: { summary: ReviewSummary }) {
  return (
    <div className="mx-auto grid max-w-3xl items-center gap-8 rounded-card bg-blush p-7 sm:grid-cols-[auto_1fr] sm:gap-12 sm:p-9">
      <div className="text-center">
        <p className="font-display text-6xl leading-none">{average.toFixed(1)}</p>
        <Stars rating={average} className="mx-auto mt-3 h-6" />
        <p className="mt-2 text-sm text-soft">
          {count.toLocaleString('en-US')} {count === 1 ? 'review' : 'reviews'}
        </p>
      </div>
      <ul className="space-y-2">
        {histogram.map(({ stars, count: ofStars }) => (
          <Row key={stars} stars={stars} count={ofStars} of={count} />
        ))}
      </ul>
    </div>
  );
}
