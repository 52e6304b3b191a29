import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { testMailInput, testMailRefusals, type TestResult } from '#modules/email/test-mail.schema.ts';
import { mayTest, sendTestMail } from '#modules/email/test-mail.server.ts';
import { orderTest } from '#modules/orders/orders.emails.server.ts';
import { TestForm } from '#modules/email/ui/test-form.tsx';
import { pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import { formValues } from '#shared/form-values.ts';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/test-email.ts';

export const meta: Route.MetaFunction = () => [{ title: `Email Test | ${site.name}` }];

export function loader({ context }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  return mayTest(ctx, visitor);
}

type Answered = { results: TestResult[]; typed: string; problem: string | null };

const nothing: Answered = { results: [], typed: '', problem: null };

export async function action({ context }: Route.ActionArgs): Promise<Answered> {
  const { ctx, visitor, limits } = context.get(pageRequest);
  const typed = formValues(context.get(sentForm));
  const input = testMailInput.safeParse(typed);
  if (!input.success) return { results: [], typed: typed.to_email ?? '', problem: testMailRefusals.bad_address };
  const { to_email: to, test_type: type } = input.data;
  const sent = await sendTestMail(ctx, limits, { to, type, template: orderTest, user: visitor.user });
  const problem = sent.ok ? null : testMailRefusals[sent.reason];
  const isEmpty = !sent.ok && sent.reason === 'no_address';
  return { results: isEmpty ? [] : [{ type, to, problem }], typed: to, problem: isEmpty ? problem : null };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export default function TestEmailPage({ loaderData: { anyone, own }, actionData }: Route.ComponentProps) {
  const words = anyone
    ? 'Mails of this demo shop are kept in its mailbox, so any address will do.'
    : 'Mails leave this shop: admins can send a test to their own address, five times an hour.';
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
      <TestForm before={actionData ?? nothing} typed={actionData?.typed ?? own ?? ''} />
    </div>
  );
}
