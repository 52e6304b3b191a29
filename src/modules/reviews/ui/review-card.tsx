import { useState, type FormEvent } from 'react';

import { useSite } from '#modules/content/ui/use-site.ts';
import { addressOf, call } from '#modules/api-client.ts';
import { longDay } from '#shared/shop-time.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import type { ReviewView } from '../reviews.schema.ts';
import { Stars } from './stars.tsx';

const storageKey = 'helpful_reviews';
const marked = () => (readStored(storageKey) ?? '').split(',').filter(Boolean);

/** Button to mark a review as helpful once. A plain form before hydration. */
function HelpfulButton({ review: { id, name, helpfulCount } }: { review: ReviewView }) {
  const isRunning = useIsHydrated();
  const [isPressed, setPressed] = useState(false);
  const pressed = isPressed || (isRunning && marked().includes(id));
  const [counted, setCounted] = useState<number | null>(null);
  const mark = async () => {
    setPressed(true);
    const answer = await call(`POST /reviews/${id}/helpful`);
    if (answer.ok) {
      setCounted(answer.body.helpful_count);
      return store(storageKey, [...marked(), id].join(','));
    }
    setPressed(false);
    toast({ title: 'This could not be saved', description: answer.message, destructive: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pressed) void mark();
  };
  return (
    <form method="post" action="/reviews" onSubmit={submit}>
      <input type="hidden" name="form" value="helpful" />
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        aria-pressed={pressed}
        className={classes(
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-sm transition-colors duration-150',
          pressed ? 'border-berry bg-blush text-berry' : 'border-line text-soft hover:border-berry hover:text-berry',
        )}
      >
        {pressed ? <CheckIcon className="size-4" /> : null}
        <span>{`Helpful (${counted ?? helpfulCount})`}</span>
        <span className="sr-only">{`, review by ${name}`}</span>
      </button>
    </form>
  );
}

type Photographed = Pick<ReviewView, 'images' | 'name' | 'isSample'>;

/** Thumbnails that open the viewer, or a new tab before hydration. */
function Photos({ images, name, isSample, onView }: Photographed & { onView: (index: number) => void }) {
  return (
    <ul className="mt-4 flex items-end gap-2">
      {images.map(({ id, width, height }, index) => (
        <li key={id}>
          <a
            href={addressOf(`GET /review-images/${id}`)}
            target="_blank"
            rel="noopener noreferrer"
            className="block"
            onClick={(event) => {
              event.preventDefault();
              onView(index);
            }}
          >
            <img
              src={addressOf(`GET /review-images/${id}`)}
              alt={`${index + 1} of ${images.length} from ${name}, shown larger`}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className="size-20 rounded-xl bg-blush object-cover"
            />
          </a>
        </li>
      ))}
      {isSample ? <li className="text-sm text-soft">Sample illustration</li> : null}
    </ul>
  );
}

/** Style of a short text without a title, shown as large as a title. */
const quote = 'mt-3 font-display text-2xl leading-snug';

type ReviewCardProps = {
  review: ReviewView;
  position: number;
  heading: 'h2' | 'h3';
  /** Opens one of its photos by index, starting at 0. */
  onView: (photo: number) => void;
};

/** One review. `position` starts at 1 and is part of its anchor. */
export function ReviewCard({ review, position, heading: Title, onView }: ReviewCardProps) {
  const shop = useSite();
  const { rating, title, content, name, verified, createdAt, images, reply } = review;
  const isQuote = title === null && content.length < 160;
  return (
    <article
      id={`review-${position}`}
      tabIndex={-1}
      aria-label={`Review by ${name}`}
      className="flex h-full flex-col rounded-card border border-line bg-white p-6 wrap-anywhere outline-offset-2"
    >
      <Stars rating={rating} className="h-5 self-start" />
      {title === null ? null : (
        <Title dir="auto" className="mt-3 text-2xl">
          {title}
        </Title>
      )}
      <p dir="auto" className={classes('whitespace-pre-line', isQuote ? quote : 'mt-2 text-soft')}>
        {content}
      </p>
      {images.length === 0 ? null : <Photos {...review} onView={onView} />}
      {reply === null ? null : (
        <div className="mt-4 rounded-xl bg-blush px-4 py-3">
          <p className="text-sm font-medium">{`Answer from ${shop.name}`}</p>
          <p dir="auto" className="whitespace-pre-line">
            {reply}
          </p>
        </div>
      )}
      <footer className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-5">
        <div className="text-sm">
          <p className="flex flex-wrap items-center gap-x-2.5 font-medium">
            <bdi>{name}</bdi>
            {verified ? (
              <span className="inline-flex items-center gap-1 font-normal text-leaf">
                <CheckIcon className="size-4" /> Verified
              </span>
            ) : null}
          </p>
          <time dateTime={createdAt} className="text-soft">
            {longDay(createdAt)}
          </time>
        </div>
        <HelpfulButton review={review} />
      </footer>
    </article>
  );
}
