import { useState } from 'react';
import { useActionData } from 'react-router';

import { answerOf, type FormAnswer } from '#ui/form-answer.ts';

/** Response of the page's `formAction` to the last form sent. */
export const usePageAnswer = <T>() => useActionData<FormAnswer<T>>();

/** Response to this form, if it was the last one sent. */
export const useAnswer = <T>(name: string, id?: string) => answerOf(usePageAnswer<T>(), name, id);

/**
 * Latest result of any of the page's forms. A secret shown once stays while other forms are sent.
 */
export function useLastResult<T>() {
  const result = usePageAnswer<T>()?.result ?? null;
  const [last, setLast] = useState(result);
  if (result !== null && result !== last) setLast(result);
  return result ?? last;
}
