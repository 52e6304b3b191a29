import { useRef, useState, type ComponentProps, type ComponentType, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

import { call } from '#modules/api-client.ts';
import type { ReviewTexts } from '#modules/content/review-texts.schema.ts';
import { formatCount } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { reloadPage } from '#ui/reload-page.ts';

import type { ReviewView } from '../reviews.schema.ts';
import { countOf, maxShown, pageSize, searchOf, type Choice, type ReviewSummary } from '../review.ts';
import type { ChoiceFormProps } from './choice-form.tsx';
import type { PhotoViewer, Viewed } from './photo-viewer.tsx';
import { ReviewCard } from './review-card.tsx';
import { Stars } from './stars.tsx';
import { WriteReview, type WriteOutcome } from './write-review.tsx';

/** Stores the list state in the address without reloading, so that a reload or Back restores it. */
function storeInAddress(choice: Choice, shown: number): void {
  const { history } = window;
  const search = new URLSearchParams(searchOf(choice));
  if (shown > pageSize) search.set('show', String(Math.min(maxShown, shown)));
  history.replaceState(history.state, '', `?${search.toString()}`);
}

/**
 * State of the review list. `loadMore` appends six reviews, `choose` loads the first six of another
 * choice. Both resolve to true if the server answered.
 */
function useReviews(productId: string, first: { choice: Choice; reviews: readonly ReviewView[] }) {
  const [listed, setListed] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const calls = useRef(0);
  const list = useRef<HTMLUListElement>(null);

  const load = async (choice: Choice, known: readonly ReviewView[]): Promise<boolean> => {
    calls.current += 1;
    const mine = calls.current;
    const { pathname } = window.location;
    setBusy(true);
    const answer = await call('GET /reviews', { product_id: productId, offset: known.length, ...searchOf(choice) });
    // Ignores an outdated response: a newer choice was made, or the page was left. The address is
    // another page's already before this page is removed.
    const isLeft = list.current === null || window.location.pathname !== pathname;
    if (mine !== calls.current || isLeft) return true;
    setBusy(false);
    if (!answer.ok) return false;
    const isNew = ({ id }: ReviewView) => known.every((one) => one.id !== id);
    const reviews = [...known, ...answer.body.reviews.filter(isNew)];
    // Renders synchronously, because the new review takes the focus next.
    flushSync(() => setListed({ choice, reviews }));
    storeInAddress(choice, reviews.length);
    return true;
  };
  return {
    ...listed,
    isBusy,
    list,
    choose: (choice: Choice) => load(choice, []),
    async loadMore() {
      const { length } = listed.reviews;
      const isLoaded = await load(listed.choice, listed.reviews);
      const next = list.current?.children[length];
      if (!isLoaded || !(next instanceof HTMLElement)) return isLoaded;
      next.querySelector('article')?.focus({ preventScroll: true });
      // Nothing unless the list scrolls sideways.
      list.current?.scrollTo({ left: next.offsetLeft });
      return isLoaded;
    },
  };
}

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
        <span>{count}</span>
        <span className="sr-only">{count === 1 ? ' review' : ' reviews'}</span>
      </span>
    </li>
  );
}

/** Average and distribution of all publicly visible reviews. */
function RatingOverview({ summary, isDemo }: { summary: ReviewSummary; isDemo: boolean }) {
  const { average, count, histogram } = summary;
  const counted = `${isDemo ? 'sample ' : ''}${count === 1 ? 'review' : 'reviews'}`;
  return (
    <div className="flex flex-wrap items-center gap-5 rounded-card bg-blush p-4 lg:gap-12 lg:p-8">
      <div className="w-26 shrink-0 text-center lg:w-36">
        <p className="font-display text-5xl leading-none lg:text-6xl">{average.toFixed(1)}</p>
        <Stars rating={average} className="mx-auto mt-2 h-5 lg:h-6" />
        <p className="mt-1 text-sm leading-tight text-soft">{`from ${formatCount(count)} ${counted}`}</p>
      </div>
      <ul className="min-w-[min(100%,9rem)] flex-1 space-y-0.5 lg:space-y-2">
        {histogram.map(({ stars, count: ofStars }) => (
          <Row key={stars} stars={stars} count={ofStars} of={count} />
        ))}
      </ul>
    </div>
  );
}

type MoreProps = {
  /** Target of the plain form before hydration, and its parameters. */
  action: string;
  asked: Record<string, string>;
  isBusy: boolean;
  onLoad(): Promise<boolean>;
};

function LoadMore({ action, asked: query, isBusy, onLoad }: MoreProps) {
  const load = async (form: HTMLFormElement) => {
    if (!(await onLoad())) await reloadPage(() => form.submit());
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void load(event.currentTarget);
  };
  return (
    <form action={action} onSubmit={onSubmit} className="mt-4 text-center">
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" look="second" busy={isBusy}>
        Load More
      </Button>
    </form>
  );
}

function Empty({ title, text }: ReviewTexts['empty']) {
  return (
    <div className="rounded-card bg-blush p-6 sm:p-9">
      <p className="font-display text-3xl">{title}</p>
      <p className="mt-2 text-soft">{text}</p>
    </div>
  );
}

/** The photo being viewed. The viewer component is loaded on first use. */
function useViewer() {
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const [Viewer, setViewer] = useState<ComponentType<ComponentProps<typeof PhotoViewer>> | null>(null);
  const view = (next: Viewed) => {
    setViewed(next);
    import('./photo-viewer.tsx').then(
      (loaded) => setViewer(() => loaded.PhotoViewer),
      () => setViewed(null),
    );
  };
  return { view, viewer: Viewer === null ? null : <Viewer viewed={viewed} onClose={() => setViewed(null)} /> };
}

type ReviewsSectionProps = {
  texts: ReviewTexts;
  productId: string;
  reviews: readonly ReviewView[];
  summary: ReviewSummary | null;
  choice: Choice;
  /** Path of the surrounding page, used by the forms before hydration. */
  path: '/reviews' | '/product';
  /** Form to filter the list. Without it a link to the full list is shown. */
  ChoiceForm?: ComponentType<ChoiceFormProps>;
  outcome?: WriteOutcome | null;
  /** Rating tapped in a review request. */
  rating?: number | null;
  /** True if the counted reviews are samples. */
  isDemo: boolean;
};

type HeadProps = Pick<ReviewsSectionProps, 'texts' | 'summary' | 'path' | 'isDemo'>;

/** Heading and overview. The reviews page has no other heading. */
function Head({ texts: { intro, empty }, summary, path, isDemo }: HeadProps) {
  const isPage = path === '/reviews';
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] items-center gap-x-16 gap-y-4">
      <div>
        <Title id="reviews-title" className="text-4xl lg:text-6xl">
          {intro.title}
        </Title>
        {isPage ? <p className="mt-1 text-sm text-soft lg:mt-4 lg:text-lg">{intro.lead}</p> : null}
      </div>
      {summary === null ? <Empty {...empty} /> : <RatingOverview summary={summary} isDemo={isDemo} />}
    </div>
  );
}

/** List that scrolls sideways in a narrow window, for a page that is about more than reviews. */
const row =
  'relative -mx-4 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 py-2 [scrollbar-width:none] sm:mx-0 md:grid md:grid-cols-2 md:gap-5';

/** Reviews of a product: histogram, filtered list, Load More, and the form to write one. */
export function ReviewsSection(props: ReviewsSectionProps) {
  const { texts, productId, summary, path, ChoiceForm, outcome = null, rating = null, isDemo, ...first } = props;
  const { reviews, choice, isBusy, list, choose, loadMore } = useReviews(productId, first);
  const { view, viewer } = useViewer();
  const total = summary === null ? 0 : countOf(summary, choice);
  const show = String(Math.min(maxShown, reviews.length + pageSize));
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mx-auto max-w-6xl px-4 sm:px-6">
      <Head texts={texts} summary={summary} path={path} isDemo={isDemo} />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 md:mt-8">
        <WriteReview productId={productId} outcome={outcome} rating={rating} />
        {summary === null || ChoiceForm === undefined ? null : (
          <ChoiceForm
            action={`${path}#reviews-title`}
            choice={choice}
            hasPhotos={summary.histogram.some(({ withPhotos }) => withPhotos > 0)}
            onChoose={choose}
          />
        )}
      </div>
      <ul
        ref={list}
        aria-busy={isBusy}
        className={classes(
          ChoiceForm === undefined ? row : 'grid gap-5 sm:grid-cols-2',
          'mt-4 md:mt-8 lg:grid-cols-3',
          isBusy && 'opacity-60',
        )}
      >
        {reviews.map((review, index) => (
          <li
            key={review.id}
            className={ChoiceForm === undefined ? 'w-[84%] shrink-0 snap-start md:w-auto' : undefined}
          >
            <ReviewCard
              review={review}
              position={index + 1}
              heading={path === '/reviews' ? 'h2' : 'h3'}
              onView={(photo) => view({ ...review, index: photo })}
            />
          </li>
        ))}
      </ul>
      {summary === null ? null : (
        <p role="status" className="mt-8 text-center text-sm text-soft">
          {total === 0
            ? 'No review is like that yet.'
            : `Showing ${reviews.length} of ${formatCount(total)} ${total === 1 ? 'review' : 'reviews'}`}
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
            Sort and filter all reviews
          </ButtonLink>
        </p>
      ) : null}
      {viewer}
    </section>
  );
}
