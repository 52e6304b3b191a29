import { Link } from 'react-router';

import { testMailInput, testMailRefusals, type TestResult } from '#modules/email/test-mail.schema.ts';
import { mayTest, sendTestMail } from '#modules/email/test-mail.server.ts';
import { orderTest } from '#modules/orders/orders.emails.server.ts';
import { TestForm } from '#modules/email/test-mail-form.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { formSuccess, formAction, formError } from '../forms/form-action.server.ts';
import { titled } from '../page-meta.ts';
import type { Route } from './+types/test-email.ts';

export const meta = titled('Email Test');

export function loader({ context }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  return mayTest(ctx, visitor);
}

type TestAnswer = { results: TestResult[]; problem: string | null };

const untested: TestAnswer = { results: [], problem: null };

const addressProblem = (problem: string) => ({ ...formError(problem), result: { results: [], problem } });

export const action = formAction<TestAnswer>({
  async test({ ctx, visitor, limits, values }) {
    const input = testMailInput.safeParse(values);
    if (!input.success) return addressProblem(testMailRefusals.bad_address);
    const { to_email: to, test_type: type } = input.data;
    const sent = await sendTestMail(ctx, limits, { to, type, template: orderTest, user: visitor.user });
    if (sent.ok) return formSuccess('', { results: [{ type, to, problem: null }], problem: null });
    const problem = testMailRefusals[sent.reason];
    if (sent.reason === 'no_address') return addressProblem(problem);
    return { ...formError(problem), result: { results: [{ type, to, problem }], problem: null } };
  },
});

export default function TestEmailPage({ loaderData: { anyone, own }, actionData }: Route.ComponentProps) {
  const words = anyone
    ? 'Mails of this demo shop are kept in its mailbox, so any address will do.'
    : 'Mails leave this shop: admins can send a test to their own address, five times an hour.';
  const tested = actionData?.values.to_email ?? actionData?.result?.results[0]?.to;
  return (
    <div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 md:py-16">
      <h1 className="text-5xl">Email Test</h1>
      <p className="mb-8 mt-4 text-lg text-soft">
        <span>{`${words} `}</span>
        {anyone ? (
          <Link to="/mailbox" className="text-berry underline underline-offset-4">
            Open the mailbox
          </Link>
        ) : null}
      </p>
      <TestForm before={actionData?.result ?? untested} typed={tested ?? own ?? ''} />
    </div>
  );
}
