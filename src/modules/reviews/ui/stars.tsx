import { useId } from 'react';

const star = 'l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z';
const row = [12, 36, 60, 84, 108].map((middle) => `M${middle} 3.5${star}`).join('');

/** Five stars, filled to match a rating, fractions included. */
export function Stars({ rating, className = 'h-5' }: { rating: number; className?: string }) {
  const id = useId();
  return (
    <svg viewBox="3.5 0 113 24" role="img" aria-label={`${rating} out of 5 stars`} className={className}>
      <clipPath id={id}>
        <rect width={rating * 24} height="24" />
      </clipPath>
      <path className="fill-petal" d={row} />
      <path className="fill-gold" d={row} clipPath={`url(#${id})`} />
    </svg>
  );
}
