import { site } from '#content/site.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { moderationRefusals, rejectionInput, replyInput } from '#modules/reviews/moderation/contract.ts';
import { reviewStates } from '#modules/reviews/moderation/rules.ts';
import {
  approveReview,
  pendingReviews,
  rejectReview,
  replyToReview,
  reviewsToDecide,
} from '#modules/reviews/moderation/service.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { typedOf, type Typed } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/reviews.ts';
import { misfit, refused, saved } from './forms/answer.ts';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { Notice } from './parts/notice.tsx';
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

const done = {
  approve: 'The review is in the shop.',
  reject: 'The review is not shown.',
  reply: 'The answer is in the shop.',
};

async function decide({ ctx, visitor }: PageRequest, typed: Typed) {
  const { form = '', id = '', what } = typed;
  const actor = actorOf(visitor);
  const answer = (result: Awaited<ReturnType<typeof approveReview>>, message: string) =>
    result.ok ? saved(form, message) : refused(form, { typed, message: moderationRefusals[result.reason] });
  if (!isUuid(id)) return refused(form, { typed, message: moderationRefusals.gone });
  if (what === 'approve') return answer(await approveReview(ctx, actor, id), done.approve);
  if (what === 'reject') {
    const parsed = rejectionInput.safeParse(typed);
    if (!parsed.success) return misfit(form, typed, parsed.error);
    return answer(await rejectReview(ctx, actor, id, parsed.data), done.reject);
  }
  const parsed = replyInput.safeParse(typed);
  if (!parsed.success) return misfit(form, typed, parsed.error);
  const { reply } = parsed.data;
  return answer(await replyToReview(ctx, actor, id, reply), reply === '' ? 'The answer is taken away.' : done.reply);
}

export async function action({ context, request }: Route.ActionArgs) {
  const page = context.get(pageRequest);
  return decide(page, typedOf(await request.formData()));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

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
      <Notice outcome={actionData?.outcome} />
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
