import { moderationRefusals, rejectionInput, replyInput } from '#modules/after/reviews/moderation/contract.ts';
import { reviewStates } from '#modules/after/reviews/moderation/rules.ts';
import {
  approveReview,
  pendingReviews,
  rejectReview,
  replyToReview,
  reviewsToDecide,
} from '#modules/after/reviews/moderation/service.server.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { formAction, parsed, replyTo } from '../forms/action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/reviews.ts';
import { List } from './parts/list.tsx';
import { adminLoader } from './parts/loader.server.ts';
import { Page } from './parts/page.tsx';
import { Review } from './reviews/review.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', reviewStates);
  const list = await query.list((limits) => reviewsToDecide(ctx.db, { state, ...limits }));
  return { list, waiting: await pendingReviews(ctx.db) };
});

export const action = formAction({
  approve: async ({ ctx, actor, id }) =>
    replyTo(await approveReview(ctx, actor, id), moderationRefusals, 'The review is in the shop.'),
  reject: parsed(rejectionInput, async ({ ctx, actor, id }, rejection) =>
    replyTo(await rejectReview(ctx, actor, { id, ...rejection }), moderationRefusals, 'The review is not shown.'),
  ),
  reply: parsed(replyInput, async ({ ctx, actor, id }, { reply }) => {
    const success = reply === '' ? 'The answer is taken away.' : 'The answer is in the shop.';
    return replyTo(await replyToReview(ctx, actor, { id, reply }), moderationRefusals, success);
  }),
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

const stateWords = { pending: 'Waiting', approved: 'In the shop', rejected: 'Rejected', all: 'All' };

export default function ReviewsPage({ loaderData: { list, waiting } }: Route.ComponentProps) {
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
        <ul className="max-w-4xl space-y-4">
          {list.rows.map((review) => (
            <Review key={`${review.id} ${review.state} ${review.reply ?? ''}`} review={review} />
          ))}
        </ul>
      </List>
    </Page>
  );
}
