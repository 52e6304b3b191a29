import { longestReply, rejectionReasons } from '#modules/after/reviews/moderation/rules.ts';
import type { ReviewToDecide } from '#modules/after/reviews/moderation/service.server.ts';
import { Stars } from '#modules/after/reviews/ui/stars.tsx';
import { shortMoment } from '#shared/moments.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { answerOf, type FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { Badge, type Tone } from '../parts/badge.tsx';

const states: Record<ReviewToDecide['state'], { tone: Tone; label: string }> = {
  pending: { tone: 'active', label: 'Waiting' },
  approved: { tone: 'good', label: 'In the shop' },
  rejected: { tone: 'warn', label: 'Rejected' },
};

const opener =
  'inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden';

type Props = { review: ReviewToDecide; answer: FormAnswer | undefined };

function Reject({ review: { id }, answer }: Props) {
  return (
    <details open={answerOf(answer, 'reject', id)?.ok === false}>
      <summary className={opener}>Reject…</summary>
      <ActionForm name="reject" id={id} answer={answer} submit="Reject review" look="second" className="mt-2">
        {({ field }) => (
          <>
            <SelectField {...field('reason')} label="Why it is not shown">
              <option value="">Choose…</option>
              {Object.entries(rejectionReasons).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <Field {...field('note')} label="Note (optional, for admins)" maxLength={300} autoComplete="off" />
          </>
        )}
      </ActionForm>
    </details>
  );
}

function Reply({ review: { id, reply }, answer }: Props) {
  const form = { name: 'reply', id, answer, stored: { reply: reply ?? '' } };
  return (
    <details open={answerOf(answer, 'reply', id)?.ok === false}>
      <summary className={opener}>{reply === null ? 'Answer in public…' : 'Change the public answer…'}</summary>
      <ActionForm {...form} submit="Publish answer" look="second" className="mt-2">
        {({ field }) => (
          <TextAreaField {...field('reply')} label="Answer, shown below the review" rows={4} maxLength={longestReply} />
        )}
      </ActionForm>
    </details>
  );
}

function Pictures({ pictures }: Pick<ReviewToDecide, 'pictures'>) {
  if (pictures.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {pictures.map(({ id, width, height }, place) => (
        <li key={id}>
          <img
            src={`/admin/reviews/pictures/${id}`}
            alt={`${place + 1} of ${pictures.length} of this review`}
            width={width}
            height={height}
            loading="lazy"
            className="size-20 rounded-xl bg-blush object-cover"
          />
        </li>
      ))}
    </ul>
  );
}

function rejectionWords({ rejectionReason, rejectionNote }: ReviewToDecide): string | null {
  if (rejectionReason === null) return null;
  const known: Record<string, string> = rejectionReasons;
  const reason = known[rejectionReason] ?? rejectionReason;
  return rejectionNote === null || rejectionNote === '' ? reason : `${reason}: ${rejectionNote}`;
}

/** One review as it was written, and what can be decided about it. */
export function Review({ review, answer }: Props) {
  const { id, title, content, reviewerName, verifiedPurchase, rating, createdAt, origin, state, reply } = review;
  const name = reviewerName ?? 'No name';
  const why = rejectionWords(review);
  return (
    <li className="rounded-card border border-line bg-white p-5 sm:p-6">
      <article aria-label={`Review by ${name}`}>
        <div className="flex flex-wrap items-center gap-2">
          <Stars rating={rating} className="h-5" />
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
          {verifiedPurchase ? <Badge tone="good">Verified purchase</Badge> : null}
          {origin === 'demo' ? <Badge>Demo</Badge> : null}
        </div>
        {title === null ? null : <h2 className="mt-3 text-2xl break-words">{title}</h2>}
        <p className="mt-2 whitespace-pre-line break-words">{content}</p>
        <Pictures pictures={review.pictures} />
        <p className="mt-3 text-sm break-words text-soft">
          {name}, {shortMoment(createdAt)}
        </p>
        {why === null ? null : <p className="mt-2 break-words text-wine">{why}</p>}
        {reply === null ? null : (
          <p className="mt-3 rounded-xl bg-blush px-4 py-3 whitespace-pre-line break-words">{reply}</p>
        )}
        <div className="mt-4 flex flex-wrap items-start gap-x-6 gap-y-2">
          {state === 'approved' ? null : <ActionForm name="approve" id={id} submit="Approve review" look="second" />}
          {state === 'rejected' ? null : <Reject review={review} answer={answer} />}
          {state === 'rejected' ? null : <Reply review={review} answer={answer} />}
        </div>
      </article>
    </li>
  );
}
