import { StarIcon } from '#ui/icons.tsx';

const five = [1, 2, 3, 4, 5];

/** Five stars, as many of them filled as the rating rounds to; the figure is said in words. */
export function Stars({ rating, className = 'size-4' }: { rating: number; className?: string }) {
  return (
    <span className="inline-flex gap-0.5" role="img" aria-label={`${rating} out of 5 stars`}>
      {five.map((star) => (
        <span key={star} className={star <= Math.round(rating) ? 'text-gold' : 'text-line'}>
          <StarIcon className={className} />
        </span>
      ))}
    </span>
  );
}
