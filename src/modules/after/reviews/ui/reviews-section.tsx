import { useState, type ComponentProps, type ComponentType, type FormEvent } from 'react';

import { reviewWords } from '#content/reviews.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';

import type { ReviewView } from '../contract.ts';
import { countOf, mostShown, pageSize, searchOf, type Choice, type ReviewSummary } from '../rules.ts';
import type { ChoiceFormProps } from './choice-form.tsx';
import type { PhotoViewer, Viewed } from './photo-viewer.tsx';
import { RatingOverview } from './rating-overview.tsx';
import { ReviewCard } from './review-card.tsx';
import type { WriteOutcome } from './use-review-form.ts';
import { useReviews } from './use-reviews.ts';
import { WriteReview } from './write-review.tsx';

type MoreProps = {
  /** Where the plain form goes before the page runs, and what it asks for there. */
  action: string;
  asked: Record<string, string>;
  isBusy: boolean;
  onLoad(): Promise<boolean>;
};

function LoadMore({ action, asked, isBusy, onLoad }: MoreProps) {
  const load = async (form: HTMLFormElement) => {
    if (!(await onLoad())) form.submit();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void load(event.currentTarget);
  };
  return (
    <form action={action} onSubmit={onSubmit} className="mt-4 text-center">
      {Object.entries(asked).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" look="second" busy={isBusy}>
        Load More
      </Button>
    </form>
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

/** Which photo is looked at; what shows it is loaded then. */
function useViewer() {
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const [Viewer, setViewer] = useState<ComponentType<ComponentProps<typeof PhotoViewer>> | null>(null);
  const view = (asked: Viewed) => {
    setViewed(asked);
    import('./photo-viewer.tsx').then(
      (loaded) => setViewer(() => loaded.PhotoViewer),
      () => setViewed(null),
    );
  };
  return { view, viewer: Viewer === null ? null : <Viewer viewed={viewed} onClose={() => setViewed(null)} /> };
}

type ReviewsSectionProps = {
  productId: string;
  reviews: readonly ReviewView[];
  summary: ReviewSummary | null;
  choice: Choice;
  /** The page that stands around it: where its forms go before the page runs. */
  path: '/reviews' | '/product';
  /** How to choose among them; without it there is a link to where one can. */
  ChoiceForm?: ComponentType<ChoiceFormProps>;
  outcome?: WriteOutcome | null;
};

/** A product's reviews: how they are spread, the first six of a choice and more, and the form for one's own. */
export function ReviewsSection(props: ReviewsSectionProps) {
  const { productId, summary, path, ChoiceForm, outcome = null, ...first } = props;
  const { reviews, choice, isBusy, list, choose, loadMore } = useReviews(productId, first);
  const { view, viewer } = useViewer();
  const total = summary === null ? 0 : countOf(summary, choice);
  const show = String(Math.min(mostShown, reviews.length + pageSize));
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mx-auto max-w-6xl px-4 sm:px-6">
      <h2 id="reviews-title" className="mb-8 text-center text-4xl md:text-5xl">
        {reviewWords.title}
      </h2>
      {summary === null ? <Empty /> : <RatingOverview summary={summary} />}
      <WriteReview productId={productId} outcome={outcome} />
      {summary === null || ChoiceForm === undefined ? null : (
        <ChoiceForm
          action={`${path}#reviews-title`}
          choice={choice}
          hasPhotos={summary.histogram.some(({ withPhotos }) => withPhotos > 0)}
          onChoose={choose}
        />
      )}
      <ul
        ref={list}
        aria-busy={isBusy}
        className={classes('mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3', isBusy && 'opacity-60')}
      >
        {reviews.map((review, place) => (
          <li key={review.id}>
            <ReviewCard review={review} place={place + 1} onView={(photo) => view({ ...review, place: photo })} />
          </li>
        ))}
      </ul>
      {summary === null ? null : (
        <p role="status" className="mt-8 text-center text-sm text-soft">
          {total === 0
            ? reviewWords.noneFits
            : `Showing ${reviews.length} of ${total.toLocaleString('en-US')} ${total === 1 ? 'review' : 'reviews'}`}
        </p>
      )}
      {reviews.length >= total ? null : (
        <LoadMore
          action={`${path}#review-${reviews.length + 1}`}
          asked={{ ...searchOf(choice), show }}
          isBusy={isBusy}
          onLoad={loadMore}
        />
      )}
      {ChoiceForm === undefined && total > pageSize ? (
        <p className="mt-2 text-center">
          <ButtonLink to="/reviews" look="quiet">
            {reviewWords.all}
          </ButtonLink>
        </p>
      ) : null}
      {viewer}
    </section>
  );
}
