import { useState } from 'react';
import { useActionData } from 'react-router';

import { answerOf, type FormAnswer } from '#ui/form-answer.ts';

/** What the page's `formAction` said to the form that was sent last. */
export const usePageAnswer = <T>() => useActionData<FormAnswer<T>>();

/** The same, where this form was sent last. */
export const useAnswer = <T>(name: string, id?: string) => answerOf(usePageAnswer<T>(), name, id);

/** What a form of the page brought last: what is shown once stays while other forms are sent. */
export function useLastResult<T>() {
  const result = usePageAnswer<T>()?.result ?? null;
  const [last, setLast] = useState(result);
  if (result !== null && result !== last) setLast(result);
  return result ?? last;
}
