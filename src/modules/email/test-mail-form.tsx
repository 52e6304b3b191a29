import { useEffect, useState, type SyntheticEvent } from 'react';
import { call } from '#modules/api-client.ts';
import { formText } from '#shared/form-values.ts';
import { toast } from '#ui/toast.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckIcon, CloseIcon } from '#ui/icons.tsx';

import type { TestResult, TestType } from './test-mail.schema.ts';

const testNames: Record<TestType, string> = {
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
type Before = { results: readonly TestResult[]; problem: string | null };

function useBefore({ results, problem }: Before): void {
  useEffect(() => {
    for (const result of results) announce(result, true);
    if (problem !== null) toast({ title: 'Email Required', description: problem, destructive: true });
  }, [results, problem]);
}

/** Sends test mails and lists their results, newest first. */
function useTestMail(before: Before) {
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

function Result({ result: { type, to, problem } }: { result: TestResult }) {
  const Icon = problem === null ? CheckIcon : CloseIcon;
  return (
    <li className="flex items-start gap-3 rounded-2xl border border-line bg-white p-4">
      <Icon className={problem === null ? 'mt-1 size-5 shrink-0 text-leaf' : 'mt-1 size-5 shrink-0 text-berry'} />
      <div className="min-w-0">
        <p className="font-medium">{`${testNames[type]}: ${problem === null ? 'sent' : 'not sent'}`}</p>
        <p className="break-words text-sm text-soft">{problem ?? `To ${to}`}</p>
      </div>
    </li>
  );
}

function Results({ results }: { results: readonly TestResult[] }) {
  return (
    <section aria-labelledby="test-results" className="mt-10">
      <h2 id="test-results" className="mb-4 text-2xl">
        Test Results
      </h2>
      {results.length === 0 ? (
        <p className="rounded-2xl border border-dashed border-line p-6 text-center text-soft">No test has run yet.</p>
      ) : (
        <ul className="space-y-2">
          {results.map((result, index) => (
            <Result key={results.length - index} result={result} />
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Form that sends a simple mail or that of a sample order. Works as a plain form before hydration.
 */
export function TestForm({ before, typed }: { before: Before; typed: string }) {
  const { results, busy, submit } = useTestMail(before);
  return (
    <>
      <form method="post" action="/test-email" onSubmit={submit} noValidate className="space-y-5">
        <input type="hidden" name="form" value="test" />
        <Field
          id="test-email"
          name="to_email"
          type="email"
          label="Email address"
          maxLength={255}
          autoComplete="email"
          placeholder="you@example.com"
          defaultValue={typed}
          error={before.problem ?? undefined}
        />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" name="test_type" value="simple" busy={busy === 'simple'} className="sm:flex-1">
            {testNames.simple}
          </Button>
          <Button
            type="submit"
            name="test_type"
            value="order_template"
            look="second"
            busy={busy === 'order_template'}
            className="sm:flex-1"
          >
            {testNames.order_template}
          </Button>
        </div>
      </form>
      <Results results={results} />
    </>
  );
}
