import { useEffect, useState, type SyntheticEvent } from 'react';

import type { TestResult, TestType } from '../test-mail.schema.ts';
import { call } from '#modules/calls.ts';
import { formText } from '#shared/form-values.ts';
import { toast } from '#ui/toast.tsx';

export const testNames: Record<TestType, string> = {
  simple: 'Simple Test',
  order_template: 'Order Template Test',
};

const emailRequired = 'Please enter an email address to test with.';

/** Shows the result of a test as a toast. */
function announce({ type, to, problem }: TestResult, wasReached: boolean): void {
  if (problem === null) return toast({ title: 'Test Successful!', description: `${testNames[type]} sent to ${to}` });
  toast({ title: wasReached ? 'Test Failed' : 'Test Error', description: problem, destructive: true });
}

/** Results of a form that was submitted before hydration. */
export type Before = { results: readonly TestResult[]; problem: string | null };

function useBefore({ results, problem }: Before): void {
  useEffect(() => {
    for (const result of results) announce(result, true);
    if (problem !== null) toast({ title: 'Email Required', description: problem, destructive: true });
  }, [results, problem]);
}

/** Sends test mails and lists their results, newest first. */
export function useTestMail(before: Before) {
  const [results, setResults] = useState(before.results);
  const [busy, setBusy] = useState<TestType | null>(null);
  useBefore(before);
  async function run(type: TestType, to: string): Promise<void> {
    if (busy !== null) return;
    if (to === '') return toast({ title: 'Email Required', description: emailRequired, destructive: true });
    setBusy(type);
    const answer = await call('POST /test-email', { to_email: to, test_type: type });
    setBusy(null);
    const result = { type, to, problem: answer.ok ? null : answer.message };
    setResults((known) => [result, ...known]);
    announce(result, answer.ok || answer.status !== 0);
  }
  function submit(event: SyntheticEvent<HTMLFormElement, SubmitEvent>): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const type =
      submitter instanceof HTMLButtonElement && submitter.value === 'order_template' ? submitter.value : 'simple';
    void run(type, formText(new FormData(event.currentTarget), 'to_email').trim());
  }
  return { results, busy, submit };
}
