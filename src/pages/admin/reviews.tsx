import { site } from '#content/site.ts';
import { moderationRefusals, rejectionInput, replyInput } from '#modules/after/reviews/moderation/contract.ts';
import { reviewStates } from '#modules/after/reviews/moderation/rules.ts';
import {
  approveReview,
  pendingReviews,
  rejectReview,
  replyToReview,
  reviewsToDecide,
} from '#modules/after/reviews/moderation/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { formAction, parsed, told } from '../forms/action.server.ts';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/reviews.ts';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Pager } from './parts/pager.tsx';
import { Review } from './reviews/review.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const asked = askedOf(request);
  const state = asked.choice('state', reviewStates);
  const limit = { limit: pageSize + 1, offset: (asked.page - 1) * pageSize };
  const { rows, hasMore } = slice(await reviewsToDecide(ctx.db, { q: asked.q, state, ...limit }));
  const pages = neighbours(request, asked.page, hasMore);
  return { reviews: rows, state, q: asked.q, pages, waiting: await pendingReviews(ctx.db) };
}

export const action = formAction({
  approve: async ({ ctx, actor, id }) =>
    told(await approveReview(ctx, actor, id), moderationRefusals, 'The review is in the shop.'),
  reject: parsed(rejectionInput, async ({ ctx, actor, id }, rejection) =>
    told(await rejectReview(ctx, actor, { id, ...rejection }), moderationRefusals, 'The review is not shown.'),
  ),
  reply: parsed(replyInput, async ({ ctx, actor, id }, { reply }) => {
    const success = reply === '' ? 'The answer is taken away.' : 'The answer is in the shop.';
    return told(await replyToReview(ctx, actor, { id, reply }), moderationRefusals, success);
  }),
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Reviews | Admin | ${site.name}` }];

const stateWords = { pending: 'Waiting', approved: 'In the shop', rejected: 'Rejected', all: 'All' };

export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reviews, state, q, pages, waiting } = loaderData;
  return (
    <>
      <PageHeader
        title="Reviews"
        lead={`${waiting === 0 ? 'None is' : `${waiting} ${waiting === 1 ? 'is' : 'are'}`} waiting. Decide whether a review is genuine, never by its stars; the words stay the customer’s.`}
      />
      <PageNotice answer={actionData} />
      <Filters
        search={{ label: 'Words or name', value: q }}
        choices={[
          {
            name: 'state',
            label: 'Show',
            value: state,
            options: reviewStates.map((value) => ({ value, label: stateWords[value] })),
          },
        ]}
      />
      {reviews.length === 0 ? (
        <Empty title={state === 'pending' && q === '' ? 'Nothing is waiting' : 'No reviews here'}>
          {state === 'pending' && q === ''
            ? 'New reviews appear here before anyone sees them.'
            : 'Nothing fits this search.'}
        </Empty>
      ) : (
        <ul className="max-w-4xl space-y-4">
          {reviews.map((review) => (
            <Review key={`${review.id} ${review.state} ${review.reply ?? ''}`} review={review} answer={actionData} />
          ))}
        </ul>
      )}
      <Pager {...pages} />
    </>
  );
}
