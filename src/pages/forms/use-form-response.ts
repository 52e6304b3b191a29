import { useState } from 'react';
import { useActionData } from 'react-router';

import { answerOf, type FormResponse } from '#ui/form-response.ts';

/** Response of the page's `formAction` to the last form sent. */
export const usePageResponse = <T>() => useActionData<FormResponse<T>>();

/** Response to this form, if it was the last one sent. */
export const useFormResponse = <T>(name: string, id?: string) => answerOf(usePageResponse<T>(), name, id);

/**
 * Latest result of any of the page's forms. A secret shown once stays while other forms are sent.
 */
export function useLastResult<T>() {
  const result = usePageResponse<T>()?.result ?? null;
  const [last, setLast] = useState(result);
  if (result !== null && result !== last) setLast(result);
  return result ?? last;
}

/**
 * Number of successes of a form. As its key, it empties the form after each success, and keeps a
 * chosen file while other forms are sent.
 */
export function useTimesDone(name: string): number {
  const answer = useFormResponse(name);
  const [done, setDone] = useState({ answer, times: 0 });
  if (answer?.ok === true && answer !== done.answer) setDone({ answer, times: done.times + 1 });
  return done.times;
}
