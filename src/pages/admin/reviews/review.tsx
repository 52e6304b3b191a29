import { longestReply, rejectionReasons } from '#modules/after/reviews/moderation/rules.ts';
import type { ReviewToDecide } from '#modules/after/reviews/moderation/service.server.ts';
import { Stars } from '#modules/after/reviews/ui/stars.tsx';
import { shortMoment } from '#shared/moments.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { optionsOf, type FormLayout } from '../../forms/form-fields.tsx';
import { Badge, StateBadge, type State } from '../parts/badge.tsx';
import { FoldedForm } from '../parts/fold.tsx';

const states: Record<ReviewToDecide['state'], State> = {
  pending: ['active', 'Waiting'],
  approved: ['good', 'In the shop'],
  rejected: ['warn', 'Rejected'],
};

const rejectFields: FormLayout = [
  { name: 'reason', kind: 'choice', label: 'Why it is not shown', options: optionsOf(rejectionReasons, 'Choose…') },
  { name: 'note', label: 'Note (optional, for admins)', maxLength: 300 },
];
const replyFields: FormLayout = [
  { name: 'reply', kind: 'lines', label: 'Answer, shown below the review', rows: 4, maxLength: longestReply },
];

function Pictures({ pictures }: Pick<ReviewToDecide, 'pictures'>) {
  if (pictures.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {pictures.map(({ id, width, height }, index) => (
        <li key={id}>
          <img
            src={`/admin/reviews/pictures/${id}`}
            alt={`${index + 1} of ${pictures.length} of this review`}
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
export function Review({ review }: { review: ReviewToDecide }) {
  const { id, title, content, reviewerName, verifiedPurchase, rating, createdAt, origin, state, reply } = review;
  const name = reviewerName ?? 'No name';
  const why = rejectionWords(review);
  const decision = { id, stored: { reply }, className: 'mt-2' };
  return (
    <li className="rounded-card border border-line bg-white p-5 sm:p-6">
      <article aria-label={`Review by ${name}`}>
        <div className="flex flex-wrap items-center gap-2">
          <Stars rating={rating} className="h-5" />
          <StateBadge of={states[state]} />
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
          {state === 'rejected' ? null : (
            <>
              <FoldedForm {...decision} title="Reject…" name="reject" submit="Reject review" fields={rejectFields} />
              <FoldedForm
                {...decision}
                title={reply === null ? 'Answer in public…' : 'Change the public answer…'}
                name="reply"
                submit="Publish answer"
                fields={replyFields}
              />
            </>
          )}
        </div>
      </article>
    </li>
  );
}
