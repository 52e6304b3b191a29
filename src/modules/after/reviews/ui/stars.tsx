import { useId } from 'react';

const star = 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.900-.8L12 3.500Z';
const places = [0, 1, 2, 3, 4];

/** Five stars of which as many are filled as a rating says, in fractions too. */
export function Stars({ rating, className = 'h-5' }: { rating: number; className?: string }) {
  const id = useId();
  const row = places.map((place) => <path key={place} d={star} transform={`translate(${place * 24} 0)`} />);
  return (
    <svg viewBox="3.5 0 113 24" role="img" aria-label={`${rating} out of 5 stars`} className={className}>
      <clipPath id={id}>
        <rect width={rating * 24} height="24" />
      </clipPath>
      <g className="fill-petal">{row}</g>
      <g className="fill-gold" clipPath={`url(#${id})`}>
        {row}
      </g>
    </svg>
  );
}
