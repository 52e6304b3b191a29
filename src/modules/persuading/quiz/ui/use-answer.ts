import { startTransition, useOptimistic, type RefObject } from 'react';
import { useNavigate } from 'react-router';

import { answered, queryOf, type QuestionKey, type QuizState } from '#modules/persuading/quiz/rules.ts';
import { useBegin } from '#ui/use-is-running.ts';

/** The answer of this step: shown at once and kept in the address, so that a reload finds it. */
export function useAnswer(
  { currentStep, answers }: QuizState,
  key: QuestionKey,
  form: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const [chosen, show] = useOptimistic<string | undefined>(answers[key]);
  const choose = (value: string) => {
    const query = queryOf({ currentStep, answers: answered(answers, key, value) });
    startTransition(async () => {
      show(value);
      await navigate(`/quiz?${query}`, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
    });
  };
  // What was chosen before the page ran, or what the browser brought back.
  useBegin(() => {
    const picked = form.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value;
    if (picked !== undefined && picked !== answers[key]) choose(picked);
  });
  return { chosen, choose };
}
