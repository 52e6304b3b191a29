import { useRef, useState, type FormEvent } from 'react';

import { call } from '#modules/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextAreaField } from '#ui/field.tsx';
import { StarIcon } from '#ui/icons.tsx';
import { useRestoredForm } from '#ui/restored-form.ts';
import { toast } from '#ui/toast.tsx';
import { workForm } from '#ui/typed-text.ts';

import {
  draftOf,
  draftProblems,
  maxLengths,
  missingOf,
  maxImages,
  submitFailed,
  submitted,
  type Draft,
  type DraftProblem,
} from '../review.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { shrinkPhotos, type Photo } from './shrink-photo.ts';

/** Response to a form that was submitted before hydration. */
export type WriteOutcome = { typed: Draft; message: string };

const fieldOf: Record<DraftProblem, string> = {
  rating_required: 'rating',
  content_required: 'content',
  name_required: 'reviewerName',
};

/** Reads photos chosen before hydration, which are still in the file field. */
function photosIn(form: HTMLFormElement) {
  const files = new FormData(form).getAll('images').filter((entry) => entry instanceof File && entry.size > 0);
  return shrinkPhotos((files as File[]).slice(0, maxImages));
}

function showProblem(form: HTMLFormElement, problem: DraftProblem): void {
  toast({ ...draftProblems[problem], destructive: true });
  form.querySelector<HTMLElement>(`[name="${fieldOf[problem]}"]`)?.focus();
}

async function send(productId: string, draft: Draft, photos: readonly Photo[]): Promise<string | null> {
  const { rating, title, content, reviewerName } = draft;
  const form = new FormData();
  const texts = { product_id: productId, rating: String(rating ?? ''), title, content, reviewer_name: reviewerName };
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  for (const { file } of photos.slice(0, maxImages)) form.append('images', file);
  const answer = await call('POST /reviews', form);
  return answer.ok ? null : answer.message || submitFailed.description;
}

/** State of the review form: missing fields, the server's message, and attached photos. */
function useReviewForm(productId: string, outcome: WriteOutcome | null, onSent: () => void) {
  const first = outcome === null ? [] : missingOf(outcome.typed);
  const [missing, setMissing] = useState<readonly DraftProblem[]>(first);
  const [notice, setNotice] = useState(first.length > 0 ? null : (outcome?.message ?? null));
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const { keep, forget } = useRestoredForm('review', ref);

  const submit = async (form: HTMLFormElement) => {
    const draft = draftOf(new FormData(form));
    const problems = missingOf(draft);
    const [problem] = problems;
    setMissing(problems);
    if (problem !== undefined) return showProblem(form, problem);
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const inField = await photosIn(form);
    const failure = inField.problem ?? (await send(productId, draft, [...photos, ...inField.photos]));
    sending.current = false;
    setBusy(false);
    setNotice(failure);
    if (failure !== null) return toast({ ...submitFailed, destructive: true });
    form.reset();
    forget();
    setPhotos([]);
    toast(submitted);
    onSent();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };
  /** Clears an error as soon as the input fixes it. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    keep(event);
    const remaining = missingOf(draftOf(new FormData(event.currentTarget)));
    setMissing((known) => known.filter((problem) => remaining.includes(problem)));
  };
  const errorOf = (problem: DraftProblem) =>
    missing.includes(problem) ? draftProblems[problem].description : undefined;
  return { errorOf, notice, photos, setPhotos, busy, form: { ref, onSubmit, onInput } };
}

const ratings = [1, 2, 3, 4, 5];

/** Rating as five radio buttons, which work with arrow keys, screen readers and touch. */
function StarChoice({ chosen, error }: { chosen: number | null; error: string | undefined }) {
  return (
    <fieldset
      role="radiogroup"
      aria-required="true"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : 'rating-error'}
    >
      <legend className="mb-1 text-sm font-medium">Your rating</legend>
      <div className="-ml-2 flex flex-wrap">
        {ratings.map((rating) => (
          <label
            key={rating}
            className="relative rounded-full p-1.5 text-petal forced-color-adjust-none forced-colors:text-[Canvas] transition-colors duration-150 hover:text-gold has-[~label:hover]:text-gold has-[input:checked]:text-gold has-[~label_input:checked]:text-gold has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-rose"
          >
            <input
              type="radio"
              name="rating"
              value={rating}
              defaultChecked={rating === chosen}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <StarIcon className="size-8 stroke-gold stroke-1" />
            <span className="sr-only">{rating === 1 ? '1 star' : `${rating} stars`}</span>
          </label>
        ))}
      </div>
      <p id="rating-error" className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

type WriteReviewProps = {
  productId: string;
  outcome: WriteOutcome | null;
  /** Rating tapped in a review request, which opens the form. */
  rating?: number | null;
};

type FormProps = WriteReviewProps & { onSent(): void };

function ReviewForm({ productId, outcome, rating = null, onSent }: FormProps) {
  const { errorOf, notice, photos, setPhotos, busy, form } = useReviewForm(productId, outcome, onSent);
  const typed = outcome?.typed;
  return (
    <form
      {...workForm}
      {...form}
      method="post"
      action="/reviews"
      encType="multipart/form-data"
      noValidate
      className="space-y-5 text-left"
    >
      <input type="hidden" name="form" value="review" />
      <StarChoice chosen={typed?.rating ?? rating} error={errorOf('rating_required')} />
      <Field
        id="review-title"
        name="title"
        label="Title (optional)"
        maxLength={maxLengths.title}
        defaultValue={typed?.title}
      />
      <TextAreaField
        id="review-content"
        name="content"
        label="Your review"
        required
        rows={5}
        maxLength={maxLengths.content}
        placeholder="How do you use it? What do you like, what would you change?"
        defaultValue={typed?.content}
        error={errorOf('content_required')}
      />
      <Field
        id="review-name"
        name="reviewerName"
        label="Your name"
        required
        autoComplete="name"
        maxLength={maxLengths.reviewerName}
        hint="Shown as first name and initial."
        defaultValue={typed?.reviewerName}
        error={errorOf('name_required')}
      />
      <PhotoPicker photos={photos} onChange={setPhotos} />
      {notice === null ? null : (
        <p role="alert" className="rounded-xl border border-berry/30 bg-blush px-4 py-3 text-wine">
          {notice}
        </p>
      )}
      {/* Not disabled while busy, because the keyboard focus would be lost. */}
      <Button type="submit" busy={busy} aria-disabled={busy} className="w-full sm:w-auto">
        {busy ? 'Submitting...' : 'Submit Review'}
      </Button>
      <p className="text-sm text-soft">Your review appears once a person has read it.</p>
    </form>
  );
}

/** Collapsible review form. It also opens and closes before hydration. */
export function WriteReview(props: WriteReviewProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current === null) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={details}
      id="write-review"
      open={props.outcome !== null || typeof props.rating === 'number'}
      className="group open:basis-full open:text-center"
    >
      <summary className="inline-flex min-h-12 list-none items-center justify-center rounded-full border border-berry bg-white px-7 py-3 font-medium text-berry transition-colors duration-150 hover:bg-blush [&::-webkit-details-marker]:hidden">
        Write a Review
      </summary>
      <div className="mx-auto mt-6 max-w-2xl rounded-card border border-line bg-white p-6 sm:p-8">
        <ReviewForm {...props} onSent={close} />
      </div>
    </details>
  );
}
