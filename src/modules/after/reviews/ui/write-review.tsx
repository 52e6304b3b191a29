import { useRef } from 'react';

import { reviewWords } from '#content/reviews.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextAreaField } from '#ui/field.tsx';

import { longest } from '../rules.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { StarChoice } from './star-choice.tsx';
import { useReviewForm, type WriteOutcome } from './use-review-form.ts';

type FormProps = { productId: string; outcome: WriteOutcome | null; onSent(): void };

function ReviewForm({ productId, outcome, onSent }: FormProps) {
  const { errorOf, notice, photos, setPhotos, busy, onSubmit, onInput } = useReviewForm(productId, outcome, onSent);
  const typed = outcome?.typed;
  return (
    <form
      method="post"
      action="/reviews"
      encType="multipart/form-data"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
      className="space-y-5 text-left"
    >
      <StarChoice chosen={typed?.rating ?? null} error={errorOf('rating_required')} />
      <Field
        id="review-title"
        name="title"
        label="Title (optional)"
        maxLength={longest.title}
        defaultValue={typed?.title}
      />
      <TextAreaField
        id="review-content"
        name="content"
        label="Your review"
        required
        rows={5}
        maxLength={longest.content}
        placeholder={reviewWords.placeholder}
        defaultValue={typed?.content}
        error={errorOf('content_required')}
      />
      <Field
        id="review-name"
        name="reviewerName"
        label="Your name"
        required
        autoComplete="name"
        maxLength={longest.reviewerName}
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
      <Button type="submit" busy={busy} disabled={busy} className="w-full sm:w-auto">
        {busy ? 'Submitting...' : 'Submit Review'}
      </Button>
      <p className="text-sm text-soft">{reviewWords.approvalNote}</p>
    </form>
  );
}

type WriteReviewProps = { productId: string; outcome: WriteOutcome | null };

/** Opens and closes the form, also before the page runs. */
export function WriteReview({ productId, outcome }: WriteReviewProps) {
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
      open={outcome !== null}
      className="group mx-auto mt-8 max-w-2xl text-center"
    >
      <summary className="inline-flex min-h-12 list-none items-center justify-center rounded-full border border-berry bg-white px-7 py-3 font-medium text-berry transition-colors duration-150 hover:bg-blush [&::-webkit-details-marker]:hidden">
        Write a Review
      </summary>
      <div className="mt-6 rounded-card border border-line bg-white p-6 sm:p-8">
        <ReviewForm productId={productId} outcome={outcome} onSent={close} />
      </div>
    </details>
  );
}
