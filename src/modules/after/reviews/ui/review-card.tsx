import { site } from '#content/site.ts';
import { addressOf } from '#modules/calls.ts';
import { longDay } from '#shared/moments.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';

import type { ReviewView } from '../contract.ts';
import { HelpfulButton } from './helpful-button.tsx';
import { Stars } from './stars.tsx';

type Photographed = Pick<ReviewView, 'images' | 'name'>;

/** Small, and large in the viewer; in a new tab before the page runs. */
function Photos({ images, name, onView }: Photographed & { onView: (place: number) => void }) {
  return (
    <ul className="mt-4 flex gap-2">
      {images.map(({ id, width, height }, place) => (
        <li key={id}>
          <a
            href={addressOf(`GET /reviews/images/${id}`)}
            target="_blank"
            rel="noopener noreferrer"
            className="block"
            onClick={(event) => {
              event.preventDefault();
              onView(place);
            }}
          >
            <img
              src={addressOf(`GET /reviews/images/${id}`)}
              alt={`${place + 1} of ${images.length} from ${name}, shown larger`}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              className="size-20 rounded-xl bg-blush object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A short text without a title stands as large as a title. */
const quote = 'mt-3 font-display text-2xl leading-snug';

type ReviewCardProps = {
  review: ReviewView;
  place: number;
  /** Asks for one of its photos, counted from 0. */
  onView: (photo: number) => void;
};

/** One review; `place` counts from 1 and names its anchor. */
export function ReviewCard({ review, place, onView }: ReviewCardProps) {
  const { rating, title, content, name, verified, createdAt, images, reply } = review;
  const isQuote = title === null && content.length < 160;
  return (
    <article
      id={`review-${place}`}
      tabIndex={-1}
      aria-label={`Review by ${name}`}
      className="flex h-full flex-col rounded-card border border-line bg-white p-6 outline-offset-2"
    >
      <Stars rating={rating} className="h-5 self-start" />
      {title === null ? null : <h3 className="mt-3 text-2xl">{title}</h3>}
      <p className={classes('whitespace-pre-line break-words', isQuote ? quote : 'mt-2 text-soft')}>{content}</p>
      {images.length === 0 ? null : <Photos images={images} name={name} onView={onView} />}
      {reply === null ? null : (
        <div className="mt-4 rounded-xl bg-blush px-4 py-3">
          <p className="text-sm font-medium">Answer from {site.name}</p>
          <p className="whitespace-pre-line break-words">{reply}</p>
        </div>
      )}
      <footer className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-5">
        <div className="text-sm">
          <p className="flex flex-wrap items-center gap-x-2.5 font-medium">
            {name}
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
