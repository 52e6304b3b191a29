import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { productOnPage } from '#modules/catalog/catalog.server.ts';
import { emailConsent } from '#modules/marketing/email-consent.ts';
import { captureRefusals } from '#modules/marketing/email-capture.schema.ts';
import { captureEmail } from '#modules/marketing/email-capture.server.ts';
import { planRefusals } from '#modules/quiz/email-plan.schema.ts';
import { emailPlan, planMailDays } from '#modules/quiz/email-plan.server.ts';
import { isComplete, queryOf, questionOf, quizOf } from '#modules/quiz/quiz.ts';
import { Photograph } from '#modules/quiz/ui/photograph.tsx';
import { PlanMailForm } from '#modules/quiz/ui/plan-mail-form.tsx';
import { QuestionStep } from '#modules/quiz/ui/question-step.tsx';
import { Result } from '#modules/quiz/ui/result.tsx';
import { sendPageView } from '#modules/analytics/page-view-host.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { formAction, replyFromResult } from '../forms/form-action.server.ts';
import { pageContent } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/quiz.ts';
import { BuyButton } from './buy-button.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const [product, content] = await Promise.all([productOnPage(request.ctx.db), pageContent(request)]);
  return { texts: content.quiz, product, mailForm: { days: planMailDays, newsletterConsent: emailConsent.newsletter } };
}

export const action = formAction({
  async plan({ ctx, limits, visitor: { ip }, request, values: { email = '', newsletter = '' } }) {
    const { answers } = quizOf(new URL(request.url).searchParams);
    const mailed = await emailPlan(ctx, limits, { email, answers, ip });
    if (!mailed.ok || newsletter !== 'on') return replyFromResult(mailed, planRefusals, '');
    return replyFromResult(await captureEmail(ctx, limits, { email, trigger: 'newsletter', ip }), captureRefusals, '');
  },
});

export function meta(args: Route.MetaArgs) {
  const { currentStep } = quizOf(new URLSearchParams(args.location.search));
  const { title, description } = args.loaderData.texts;
  const heading = questionOf(currentStep) === null ? 'Your result | ' : currentStep > 1 ? `Step ${currentStep} | ` : '';
  return pageMeta(args, { title: heading + title, description, path: '/quiz' });
}

/**
 * Returns a ref callback for the page: each new step focuses its heading.
 * The first page keeps its focus.
 */
function useHeadingFocus(step: number) {
  const shown = useRef(step);
  return useCallback(
    (page: HTMLElement | null) => {
      if (shown.current === step) return;
      shown.current = step;
      page?.querySelector('h1')?.focus({ preventScroll: true });
    },
    [step],
  );
}

export default function QuizPage({ loaderData: { texts, product, mailForm }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { currentStep, answers, isHeldBack } = quizOf(search);
  const page = useHeadingFocus(currentStep);
  const question = questionOf(currentStep);
  const outcome = question === null && isComplete(answers) ? answers.primaryConcern : null;
  useEffect(() => {
    if (outcome !== null) sendPageView({ path: '/quiz', quiz: outcome });
  }, [outcome]);
  if (question === null && isComplete(answers)) {
    return (
      <div ref={page}>
        <Result
          texts={texts}
          answers={answers}
          product={product}
          buy={product === null ? null : <BuyButton product={product} />}
          mail={
            <PlanMailForm {...mailForm} action={`/quiz?${queryOf({ currentStep, answers })}`} answer={actionData} />
          }
        />
      </div>
    );
  }
  const current = question ?? 'primaryConcern';
  return (
    <div ref={page} className="grid sideways:grid-cols-2 lg:min-h-132 lg:grid-cols-2">
      <Photograph
        picture={texts.questions[current].picture}
        className="h-[clamp(0rem,100svh-46rem,14rem)] sideways:h-auto lg:h-auto"
      />
      <div className="w-full max-w-[36rem] px-4 py-5 sm:px-6 max-lg:mx-auto lg:self-center lg:pl-14">
        <QuestionStep
          key={current}
          texts={texts.questions}
          state={{ currentStep, answers }}
          question={current}
          isHeldBack={isHeldBack}
        />
      </div>
    </div>
  );
}
