import { redirect } from 'react-router';

import { reviewWords } from '#content/reviews.ts';
import { firstActiveProduct } from '#modules/catalog/catalog.server.ts';
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
import { Picture } from '#ui/picture.tsx';

import { done, formAction, refused, replyTo } from '../forms/form-action.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/reviews.ts';

type ReviewsAnswer = { outcome?: WriteOutcome; newsletter?: NewsletterResult };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const query = new URL(request.url).searchParams;
  const product = await firstActiveProduct(ctx.db);
  const reviews = product === null ? null : await reviewsForPage(ctx, product.id, query);
  return { reviews, isSent: query.has('sent') };
}

/** Forms of the page: a review, a helpful vote, and a newsletter sign-up. */
export const action = formAction<ReviewsAnswer>({
  async newsletter({ ctx, limits, form, visitor }) {
    const newsletter = await subscribeByForm(ctx, limits, { form, ip: visitor.ip });
    return newsletter.done ? done('', { newsletter }) : { ...refused(newsletter.message), result: { newsletter } };
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
    const reply = replyTo(sent, submitRefusals, '');
    return { ...reply, result: { outcome: { typed, message: reply.message } } };
  },
});

export function meta(args: Route.MetaArgs) {
  const { title, description } = reviewWords;
  return pageMeta(args, { title, description, path: '/reviews' });
}

function Sent() {
  return (
    <p role="status" className="mt-6 rounded-2xl bg-petal px-5 py-4 text-wine">
      <strong className="font-medium">{submitted.title}</strong> {submitted.description}
    </p>
  );
}

function Header({ isSent }: { isSent: boolean }) {
  return (
    <header className="mx-auto mb-14 grid max-w-6xl items-center gap-8 px-4 sm:px-6 md:mb-20 md:grid-cols-[1fr_1.1fr] md:gap-14">
      <div>
        <h1 className="text-5xl md:text-6xl">{reviewWords.pageTitle}</h1>
        <p className="mt-4 text-lg text-soft">{reviewWords.pageText}</p>
        {isSent ? <Sent /> : null}
      </div>
      <Picture
        {...reviewWords.picture}
        sizes="(min-width: 768px) 36rem, 100vw"
        eager
        className="aspect-[3/2] w-full rounded-card object-cover shadow-lift"
      />
    </header>
  );
}

export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reviews, isSent } = loaderData;
  return (
    <div className="py-12 md:py-16">
      <Header isSent={isSent && actionData === undefined} />
      {reviews === null ? null : (
        <ReviewsSection
          {...reviews}
          path="/reviews"
          ChoiceForm={ChoiceForm}
          outcome={actionData?.result?.outcome ?? null}
        />
      )}
      <aside className="mx-auto mt-20 max-w-6xl px-4 sm:px-6">
        <NewsletterBox action="/reviews" result={actionData?.result?.newsletter} />
      </aside>
    </div>
  );
}
