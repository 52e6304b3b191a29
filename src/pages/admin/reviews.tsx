import {
  approvalInput,
  bulkInput,
  moderationRefusals,
  rejectionInput,
  replyInput,
} from '#modules/reviews/moderation.schema.ts';
import { maxReplyLength, rejectionReasons, rejectionReasonNames, reviewStates } from '#modules/reviews/moderation.ts';
import {
  approveReviews,
  countPending,
  rejectReviews,
  replyToReview,
  reviewsToDecide,
  type ReviewOutcome,
  type ReviewToDecide,
} from '#modules/reviews/moderation.server.ts';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { ok, refuse } from '#shared/result.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { adminAction, parsed, refused, replyTo } from '../forms/form-action.server.ts';
import { optionsOf, type FormLayout } from '../forms/form-fields.tsx';
import { usePageAnswer } from '../forms/use-answer.ts';
import type { Route } from './+types/reviews.ts';
import { Badge, StateBadge, type State } from './components/badge.tsx';
import { FoldRow, foldRows } from './components/fold-row.tsx';
import { FoldedForm } from './components/folded-form.tsx';
import { List } from './components/list.tsx';
import { bulkReply } from './components/bulk-reply.server.ts';
import { BulkForm, RowBox, useSelection, type Selection } from './components/selection.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', reviewStates);
  const list = await query.list((limits) => reviewsToDecide(ctx.db, { state, ...limits }));
  return { list, waiting: await countPending(ctx.db) };
});

function oneResult([outcome]: readonly ReviewOutcome[]) {
  const refusal = outcome === undefined ? 'gone' : outcome.refusal;
  return refusal === null ? ok(null) : refuse(refusal);
}

const said = { one: 'review', many: 'reviews', refusals: moderationRefusals };
const reasonMissing = 'Choose why they are not shown';

/** Decides about the selected reviews. */
const bulk = parsed(bulkInput, async ({ ctx, actor }, { chosen, act, reason: typed }) => {
  if (act === 'approve') return bulkReply(await approveReviews(ctx, actor, chosen), { ...said, success: 'approved' });
  const reason = act === 'spam' ? act : rejectionReasonNames.find((name) => name === typed);
  if (reason === undefined) return { ...refused(`${reasonMissing}.`, { reason: reasonMissing }), status: 200 };
  const success = act === 'spam' ? 'rejected as spam' : 'rejected';
  return bulkReply(await rejectReviews(ctx, actor, { chosen, reason, note: '' }), { ...said, success });
});

export const action = adminAction('/admin/reviews', {
  approve: parsed(approvalInput, async ({ ctx, actor, id }, { seen }) => {
    const outcomes = await approveReviews(ctx, actor, [{ id, seen }]);
    return replyTo(oneResult(outcomes), moderationRefusals, 'The review is in the shop.');
  }),
  reject: parsed(rejectionInput, async ({ ctx, actor, id }, { seen, ...rejection }) => {
    const outcomes = await rejectReviews(ctx, actor, { chosen: [{ id, seen }], ...rejection });
    return replyTo(oneResult(outcomes), moderationRefusals, 'The review is not shown.');
  }),
  bulk,
  reply: parsed(replyInput, async ({ ctx, actor, id }, answer) => {
    const success = answer.reply === '' ? 'The answer is taken away.' : 'The answer is in the shop.';
    return replyTo(await replyToReview(ctx, actor, { id, ...answer }), moderationRefusals, success);
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const stateWords = { pending: 'Waiting', approved: 'In the shop', rejected: 'Rejected', all: 'All' };

const states: Record<ReviewToDecide['state'], State> = {
  pending: ['warn', 'Waiting'],
  approved: ['good', 'In the shop'],
  rejected: ['plain', 'Rejected'],
};

const rejectFields: FormLayout = [
  { name: 'reason', kind: 'choice', label: 'Why it is not shown', options: optionsOf(rejectionReasons, 'Choose…') },
  { name: 'note', label: 'Note (optional, for the team)', maxLength: 300 },
];
const replyFields: FormLayout = [
  { name: 'reply', kind: 'lines', label: 'Answer, shown below the review', rows: 4, maxLength: maxReplyLength },
];

function Pictures({ pictures }: Pick<ReviewToDecide, 'pictures'>) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
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

/** Stars, text, writer and state in one line. Unfolded, the line has the whole text. */
function Line({ review }: { review: ReviewToDecide }) {
  const { title, content, reviewerName, rating, createdAt, state } = review;
  return (
    <>
      <Stars rating={rating} className="h-4" />
      <span className="line-clamp-2 min-w-0 flex-1 basis-full wrap-anywhere group-open:line-clamp-none group-open:whitespace-pre-line sm:line-clamp-1 sm:basis-64">
        {title === null ? content : `${title}: ${content}`}
      </span>
      <span className="max-w-40 truncate text-sm">{reviewerName ?? 'No name'}</span>
      <span className="text-sm whitespace-nowrap text-soft">{shortMoment(createdAt)}</span>
      <StateBadge of={states[state]} />
    </>
  );
}

function Actions({ review: { id, state, reply, version } }: { review: ReviewToDecide }) {
  const seen = { seen: state };
  const folded = { id, className: 'mt-2' };
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      {state === 'approved' ? null : (
        <ActionForm name="approve" id={id} submit="Approve review" look="second" hidden={seen} />
      )}
      {state === 'rejected' ? null : (
        <>
          <FoldedForm
            {...folded}
            title="Reject…"
            name="reject"
            submit="Reject review"
            hidden={seen}
            fields={rejectFields}
          />
          <FoldedForm
            {...folded}
            stored={{ reply }}
            hidden={{ version }}
            title={reply === null ? 'Answer in public…' : 'Change the public answer…'}
            name="reply"
            submit="Publish answer"
            fields={replyFields}
          />
        </>
      )}
    </div>
  );
}

function Review({ review, selection }: { review: ReviewToDecide; selection: Selection }) {
  const { id, reviewerName, verifiedPurchase, origin, state, reply } = review;
  const name = reviewerName ?? 'No name';
  const why = rejectionWords(review);
  const answer = usePageAnswer();
  const box = (
    <RowBox
      selection={selection}
      id={id}
      value={`${id}:${state}`}
      label={`Select the review by ${name}`}
      className="my-0! -ml-2"
    />
  );
  return (
    <li>
      <article aria-label={`Review by ${name}`}>
        <FoldRow
          box={box}
          line={<Line review={review} />}
          isMarked={selection.selected.has(id)}
          isOpen={state === 'pending' || (answer?.ok === false && answer.form.endsWith(id))}
        >
          <div className="max-w-4xl space-y-3 pt-1">
            {verifiedPurchase || origin === 'demo' ? (
              <p className="flex flex-wrap gap-2">
                {verifiedPurchase ? <Badge tone="good">Verified purchase</Badge> : null}
                {origin === 'demo' ? <Badge>Demo</Badge> : null}
              </p>
            ) : null}
            <Pictures pictures={review.pictures} />
            {why === null ? null : <p className="wrap-anywhere text-soft">{why}</p>}
            {reply === null ? null : (
              <p className="rounded-xl bg-blush px-4 py-3 whitespace-pre-line wrap-anywhere">{reply}</p>
            )}
            <Actions review={review} />
          </div>
        </FoldRow>
      </article>
    </li>
  );
}

const { spam: _spam, ...otherReasons } = rejectionReasons;
const bulkFields: FormLayout = [
  { name: 'reason', kind: 'choice', label: 'Reason for “Reject”', options: optionsOf(otherReasons, 'Choose…') },
];
const acts = { approve: 'Approve', spam: 'Reject as spam', reject: 'Reject' };

export default function ReviewsPage({ loaderData: { list, waiting } }: Route.ComponentProps) {
  const selection = useSelection(list.rows.map(({ id }) => id));
  const number = waiting === 0 ? 'None is' : `${waiting} ${waiting === 1 ? 'is' : 'are'}`;
  return (
    <Page
      title="Reviews"
      lead={`${number} waiting. Decide whether a review is genuine, never by its stars; the words stay the customer’s.`}
    >
      <List
        list={list}
        search={{ label: 'Words or name' }}
        choices={[{ name: 'state', label: 'Show', options: optionsOf(stateWords) }]}
        empty={{
          title: 'No reviews here',
          firstTitle: 'Nothing is waiting',
          first: 'New reviews appear here before anyone sees them.',
        }}
      >
        <BulkForm selection={selection} count={list.rows.length} acts={acts} fields={bulkFields} />
        <ul className={foldRows}>
          {list.rows.map((review) => (
            <Review key={`${review.id} ${review.state} ${review.version}`} review={review} selection={selection} />
          ))}
        </ul>
      </List>
    </Page>
  );
}
