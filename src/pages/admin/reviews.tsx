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
  rejectReviews,
  replyToReview,
  reviewsToDecide,
  type ReviewToDecide,
} from '#modules/reviews/moderation.server.ts';
import { countPending } from '#modules/reviews/reviews.queries.server.ts';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { onlyRow } from '#shared/bulk-action.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { adminAction, withParsedFields, formError, replyFromResult } from '../forms/form-action.server.ts';
import { optionsOf, type FormLayout } from '../forms/form-fields.tsx';
import { usePageResponse } from '../forms/use-form-response.ts';
import type { Route } from './+types/reviews.ts';
import { Badge, StateBadge, type State } from './components/badge.tsx';
import { FoldRow, foldRows } from './components/expandable-row.tsx';
import { CollapsibleForm } from './components/collapsible-form.tsx';
import { List } from './components/list.tsx';
import { bulkReply, countedWords } from './components/bulk-reply.server.ts';
import { BulkForm, RowBox, useSelection, type Selection } from './components/selection.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', reviewStates);
  const list = await query.list((limits) => reviewsToDecide(ctx.db, { state, ...limits }));
  return { list, waiting: await countPending(ctx.db) };
});

const said = { one: 'review', many: 'reviews' };
const reasonMissing = 'Choose a reason';

/** Decides about the selected reviews. */
const bulk = withParsedFields(bulkInput, async ({ ctx, actor }, { chosen, act, reason: typed }) => {
  if (act === 'approve') {
    return bulkReply(await approveReviews(ctx, actor, chosen), countedWords({ ...said, success: 'approved' }));
  }
  const reason = act === 'spam' ? act : rejectionReasonNames.find((name) => name === typed);
  if (reason === undefined) return { ...formError(`${reasonMissing}.`, { reason: reasonMissing }), status: 200 };
  const success = act === 'spam' ? 'rejected as spam' : 'rejected';
  const rejected = await rejectReviews(ctx, actor, { chosen, reason, note: '' });
  return bulkReply(rejected, countedWords({ ...said, success }));
});

export const action = adminAction('/admin/reviews', {
  approve: withParsedFields(approvalInput, async ({ ctx, actor, id }, { seen }) => {
    const approved = await approveReviews(ctx, actor, [{ id, seen }]);
    return replyFromResult(onlyRow(approved), moderationRefusals, 'Review published.');
  }),
  reject: withParsedFields(rejectionInput, async ({ ctx, actor, id }, { seen, ...rejection }) => {
    const rejected = await rejectReviews(ctx, actor, { chosen: [{ id, seen }], ...rejection });
    return replyFromResult(onlyRow(rejected), moderationRefusals, 'Review rejected.');
  }),
  bulk,
  reply: withParsedFields(replyInput, async ({ ctx, actor, id }, answer) => {
    const success = answer.reply === '' ? 'Reply removed.' : 'Reply published.';
    return replyFromResult(await replyToReview(ctx, actor, { id, ...answer }), moderationRefusals, success);
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const stateWords = { pending: 'Pending', approved: 'Published', rejected: 'Rejected', all: 'All' };

const states: Record<ReviewToDecide['state'], State> = {
  pending: ['warn', 'Pending'],
  approved: ['good', 'Published'],
  rejected: ['plain', 'Rejected'],
};

const rejectFields: FormLayout = [
  { name: 'reason', kind: 'choice', label: 'Reason for rejecting', options: optionsOf(rejectionReasons, 'Choose…') },
  { name: 'note', label: 'Note for the team (optional)', maxLength: 300 },
];
const replyFields: FormLayout = [
  { name: 'reply', kind: 'lines', label: 'Reply (shown below the review)', rows: 4, maxLength: maxReplyLength },
];

function Pictures({ pictures }: Pick<ReviewToDecide, 'pictures'>) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map(({ id, width, height }, index) => (
        <li key={id}>
          <img
            src={`/admin/reviews/pictures/${id}`}
            alt={`Attachment ${index + 1} of ${pictures.length}`}
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
      <span
        dir="auto"
        className="line-clamp-2 min-w-0 flex-1 basis-full wrap-anywhere group-open:line-clamp-none group-open:whitespace-pre-line sm:line-clamp-1 sm:basis-64"
      >
        {title === null ? content : `${title}: ${content}`}
      </span>
      <span dir="auto" className="max-w-40 truncate text-sm">
        {reviewerName ?? 'Anonymous'}
      </span>
      <span className="text-sm whitespace-nowrap text-soft">{formatDateTime(createdAt)}</span>
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
          <CollapsibleForm
            {...folded}
            title="Reject…"
            name="reject"
            submit="Reject review"
            hidden={seen}
            fields={rejectFields}
          />
          <CollapsibleForm
            {...folded}
            stored={{ reply }}
            hidden={{ version }}
            title={reply === null ? 'Reply publicly…' : 'Edit public reply…'}
            name="reply"
            submit="Publish reply"
            fields={replyFields}
          />
        </>
      )}
    </div>
  );
}

function Review({ review, selection }: { review: ReviewToDecide; selection: Selection }) {
  const { id, reviewerName, verifiedPurchase, origin, state, reply } = review;
  const name = reviewerName ?? 'Anonymous';
  const why = rejectionWords(review);
  const answer = usePageResponse();
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
            {why === null ? null : (
              <p dir="auto" className="wrap-anywhere text-soft">
                {why}
              </p>
            )}
            {reply === null ? null : (
              <p dir="auto" className="rounded-xl bg-blush px-4 py-3 whitespace-pre-line wrap-anywhere">
                {reply}
              </p>
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
  { name: 'reason', kind: 'choice', label: 'Reason for rejecting', options: optionsOf(otherReasons, 'Choose…') },
];
const acts = { approve: 'Approve', spam: 'Reject as spam', reject: 'Reject' };

const sorts = [
  { title: 'Written', sortBy: '-written' },
  { title: 'Rating', sortBy: '-rating' },
  { title: 'Name', sortBy: 'name' },
];

export default function ReviewsPage({ loaderData: { list, waiting } }: Route.ComponentProps) {
  const selection = useSelection(list.rows.map(({ id }) => id));
  const number = waiting === 0 ? 'No reviews' : `${waiting} ${waiting === 1 ? 'review' : 'reviews'}`;
  return (
    <AdminPage
      title="Reviews"
      lead={`${number} to approve. Judge whether a review is genuine, not how many stars it has. You can’t edit a review.`}
    >
      <List
        list={list}
        search={{ label: 'Text or name' }}
        choices={[{ name: 'state', label: 'Show', options: optionsOf(stateWords) }]}
        sorts={sorts}
        hasNoHeadings
        empty={{
          title: 'No reviews here',
          firstTitle: 'No reviews to approve',
          first: 'New reviews appear here before they’re published.',
        }}
      >
        <BulkForm selection={selection} acts={acts} fields={bulkFields} />
        <ul className={foldRows}>
          {list.rows.map((review) => (
            <Review key={`${review.id} ${review.state} ${review.version}`} review={review} selection={selection} />
          ))}
        </ul>
      </List>
    </AdminPage>
  );
}
