import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { questions, quiz } from '#content/quiz.ts';
import { productOnPage } from '#modules/catalog/catalog.server.ts';
import { isComplete, questionOf, quizOf } from '#modules/quiz/quiz.ts';
import { Photograph } from '#modules/quiz/ui/photograph.tsx';
import { QuestionStep } from '#modules/quiz/ui/question-step.tsx';
import { Result } from '#modules/quiz/ui/result.tsx';
import { sendPageView } from '#modules/analytics/page-view-host.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/quiz.ts';
import { BuyButton } from './buy-button.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { product: await productOnPage(ctx.db) };
}

export function meta(args: Route.MetaArgs) {
  const { currentStep } = quizOf(new URLSearchParams(args.location.search));
  const heading =
    questionOf(currentStep) === null ? `${quiz.resultTitle} | ` : currentStep > 1 ? `Step ${currentStep} | ` : '';
  return pageMeta(args, { title: heading + quiz.title, description: quiz.description, path: '/quiz' });
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

export default function QuizPage({ loaderData: { product } }: Route.ComponentProps) {
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
        <Result answers={answers} product={product} buy={product === null ? null : <BuyButton product={product} />} />
      </div>
    );
  }
  const current = question ?? 'primaryConcern';
  return (
    <div ref={page} className="grid sideways:grid-cols-2 lg:min-h-[44rem] lg:grid-cols-2">
      <Photograph {...questions[current]} className="h-30 sm:h-56 sideways:h-auto lg:h-auto" />
      <div className="w-full max-w-[36rem] px-4 py-6 sm:px-6 max-lg:mx-auto lg:py-14 lg:pl-14">
        <QuestionStep key={current} state={{ currentStep, answers }} question={current} isHeldBack={isHeldBack} />
      </div>
    </div>
  );
}
