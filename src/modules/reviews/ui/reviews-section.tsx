import { useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { reviewWords } from '#content/reviews.ts';
import { callApi } from '#ui/call-api.ts';
import { ButtonLink } from '#ui/button.tsx';

import type { ReviewList } from '../contract.ts';
import { mostShown, pageSize, type ReviewSummary, type ReviewView } from '../rules.ts';
import { RatingOverview } from './rating-overview.tsx';
import { ReviewCard } from './review-card.tsx';
import type { WriteOutcome } from './use-review-form.ts';
import { WriteReview } from './write-review.tsx';

type ReviewsSectionProps = {
  productId: string;
  reviews: readonly ReviewView[];
  summary: ReviewSummary | null;
  /** The page that stands around it: where Load More goes before the page runs. */
  path: '/reviews' | '/product';
  outcome?: WriteOutcome | null;
};

/** Reviews that are shown, and six more each time; an unreachable API leaves the plain link to do it. */
function useMoreReviews(productId: string, first: readonly ReviewView[]) {
  const [more, setMore] = useState<readonly ReviewView[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const shown = [...first, ...more.filter(({ id }) => first.every((known) => known.id !== id))];
  const loadMore = async (): Promise<boolean> => {
    const answer = await callApi<ReviewList>('GET', `/reviews?product_id=${productId}&offset=${shown.length}`);
    if (!answer.ok) return false;
    const isNew = ({ id }: ReviewView) => shown.every((known) => known.id !== id);
    // Drawn at once: what gets the focus has to be there.
    flushSync(() => setMore([...more, ...answer.body.reviews.filter(isNew)]));
    list.current?.children[shown.length]?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
    return true;
  };
  return { shown, list, loadMore };
}

type MoreProps = { href: string; onLoad(): Promise<boolean> };

function LoadMore({ href, onLoad }: MoreProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    const isLoaded = await onLoad();
    setBusy(false);
    if (!isLoaded) await navigate(href);
  };
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    if (!busy) void load();
  };
  return (
    <ButtonLink to={href} look="second" onClick={onClick} aria-busy={busy}>
      Load More
    </ButtonLink>
  );
}

function Empty() {
  return (
    <div className="mx-auto max-w-xl text-center">
      <p className="font-display text-3xl">{reviewWords.emptyTitle}</p>
      <p className="mt-2 text-soft">{reviewWords.emptyText}</p>
    </div>
  );
}

/** A product's reviews: how they are spread, the newest six and more, and the form for one's own. */
export function ReviewsSection({ productId, reviews, summary, path, outcome = null }: ReviewsSectionProps) {
  const { shown, list, loadMore } = useMoreReviews(productId, reviews);
  const total = summary?.count ?? 0;
  const next = Math.min(mostShown, shown.length + pageSize);
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mx-auto max-w-6xl px-4 sm:px-6">
      <h2 id="reviews-title" className="mb-8 text-center text-4xl md:text-5xl">
        {reviewWords.title}
      </h2>
      {summary === null ? <Empty /> : <RatingOverview summary={summary} />}
      <WriteReview productId={productId} outcome={outcome} />
      <ul ref={list} className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((review, place) => (
          <li key={review.id}>
            <ReviewCard review={review} place={place + 1} />
          </li>
        ))}
      </ul>
      {total === 0 ? null : (
        <p role="status" className="mt-8 text-center text-sm text-soft">
          Showing {shown.length} of {total.toLocaleString('en-US')} reviews
        </p>
      )}
      {shown.length >= total ? null : (
        <p className="mt-4 text-center">
          <LoadMore href={`${path}?show=${next}#review-${shown.length + 1}`} onLoad={loadMore} />
        </p>
      )}
    </section>
  );
}
