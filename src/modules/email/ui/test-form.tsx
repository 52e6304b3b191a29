import type { TestResult } from '../test-mail.schema.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckIcon, CloseIcon } from '#ui/icons.tsx';

import { testNames, useTestMail, type Before } from './use-test-mail.ts';

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
          {results.map((result, place) => (
            <Result key={results.length - place} result={result} />
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
