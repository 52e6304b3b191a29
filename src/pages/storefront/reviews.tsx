import { redirect } from 'react-router';

import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { subscribeByForm } from '#modules/marketing/email-capture.server.ts';
import type { NewsletterResult } from '#modules/marketing/email-capture.schema.ts';
import { NewsletterBox } from '#modules/marketing/ui/newsletter-box.tsx';
import { submitRefusals } from '#modules/reviews/reviews.schema.ts';
import { draftOf, submitted } from '#modules/reviews/review.ts';
import { markHelpful, photosOf, reviewsForPage, submitReview } from '#modules/reviews/reviews.server.ts';
import { ChoiceForm } from '#modules/reviews/ui/choice-form.tsx';
import { ReviewsSection } from '#modules/reviews/ui/reviews-section.tsx';
import type { WriteOutcome } from '#modules/reviews/ui/write-review.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { formSuccess, formAction, formError, replyFromResult } from '../forms/form-action.server.ts';
import { UnsavedWork } from '../forms/unsaved-work.tsx';
import { pageContent } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/reviews.ts';

type ReviewsAnswer = { outcome?: WriteOutcome; newsletter?: NewsletterResult };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageRequest);
  const { ctx } = page;
  const query = new URL(request.url).searchParams;
  const [product, { reviews: texts, offers }] = await Promise.all([firstActiveProduct(ctx.db), pageContent(page)]);
  const reviews = product === null ? null : await reviewsForPage(ctx, product.id, { query, defaultSort: 'helpful' });
  return { texts, newsletter: offers.newsletter, reviews, isSent: query.has('sent'), rating: tappedRating(query) };
}

/** Returns the rating that a review request's star has in its link. Null for any other text. */
function tappedRating(query: URLSearchParams): number | null {
  const text = query.get('rate') ?? '';
  return /^[1-5]$/.test(text) ? Number(text) : null;
}

/** Forms of the page: a review, a helpful vote, and a newsletter sign-up. */
export const action = formAction<ReviewsAnswer>({
  async newsletter({ ctx, limits, form, visitor }) {
    const newsletter = await subscribeByForm(ctx, limits, { form, ip: visitor.ip });
    return newsletter.done
      ? formSuccess('', { newsletter })
      : { ...formError(newsletter.message), result: { newsletter } };
  },
  async helpful({ ctx, limits, id, visitor }) {
    await markHelpful(ctx, limits, { reviewId: id, visitor });
    return redirect('/reviews#reviews', 303);
  },
  async review({ ctx, limits, form, visitor }) {
    const typed = draftOf(form);
    const product = await firstActiveProduct(ctx.db);
    if (product === null) return redirect('/reviews', 303);
    const submission = { productId: product.id, draft: typed, files: await photosOf(form), visitor };
    const sent = await submitReview(ctx, limits, submission);
    if (sent.ok) return redirect('/reviews?sent=1', 303);
    const reply = replyFromResult(sent, submitRefusals, '');
    return { ...reply, result: { outcome: { typed, message: reply.message } } };
  },
});

export function meta(args: Route.MetaArgs) {
  const { title, description } = args.loaderData.texts.intro;
  return pageMeta(args, { title, description, path: '/reviews' });
}

function Sent() {
  return (
    <div className="mx-auto mb-6 max-w-6xl px-4 sm:px-6">
      <p role="status" className="rounded-2xl bg-petal px-5 py-4 text-wine">
        <strong className="font-medium">{submitted.title}</strong> {submitted.description}
      </p>
    </div>
  );
}

export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, reviews, isSent, rating } = loaderData;
  return (
    <div className="py-5 md:py-14">
      {isSent && actionData === undefined ? <Sent /> : null}
      {reviews === null ? null : (
        <ReviewsSection
          {...reviews}
          texts={texts}
          path="/reviews"
          ChoiceForm={ChoiceForm}
          outcome={actionData?.result?.outcome ?? null}
          rating={rating}
        />
      )}
      <UnsavedWork />
      <aside className="mx-auto mt-20 max-w-6xl px-4 sm:px-6">
        <NewsletterBox texts={loaderData.newsletter} action="/reviews" result={actionData?.result?.newsletter} />
      </aside>
    </div>
  );
}
