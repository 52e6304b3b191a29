import { useEffect, useState, type FormEvent } from 'react';
import { data, Form, redirectDocument, useNavigation, useSubmit } from 'react-router';

import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { confirmationHolds, confirmationMinutes } from '#modules/people/accounts/rules.ts';
import { deletionRefusals } from '#modules/people/personal-data/contract.ts';
import { deleteAccount } from '#modules/people/personal-data/service.server.ts';
import { shopPersonalData } from '#app/personal-data.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { formText } from '#shared/form-text.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { call } from '#modules/calls.ts';
import { Field } from '#ui/field.tsx';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/delete.ts';
import { accountMeta } from './parts/account-meta.ts';

export const meta: Route.MetaFunction = () => accountMeta('Delete my account');

export function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  return { needsPassword: !confirmationHolds(user.confirmedAt, ctx.now()) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const user = context.get(pageUser);
  const form = await request.formData();
  if (form.get('sure') !== 'yes') return data({ problem: 'Tick the box if you are sure.' }, { status: 422 });
  const deleted = await deleteAccount(ctx, shopPersonalData, { user, requestId: visitor.requestId });
  if (!deleted.ok) return data({ problem: deletionRefusals[deleted.reason] }, { status: 422 });
  return redirectDocument('/account/deleted', 303);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

/** Proves the password anew where the last proof is too old, then sends the form. */
function useDeletion(needsPassword: boolean) {
  const submit = useSubmit();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const prove = async (password: string) => {
    setBusy(true);
    setProblem(null);
    const answer = await call('POST /auth-confirm', { password });
    if (answer.ok) await submit({ sure: 'yes' }, { method: 'post' });
    else setProblem(answer.message || 'Your password could not be confirmed.');
    setBusy(false);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!needsPassword) return;
    event.preventDefault();
    void prove(formText(new FormData(event.currentTarget), 'password'));
  };
  return { problem, busy, send };
}

const goes = [
  'Your profile, your addresses and your sign-in, everywhere you are signed in.',
  'Your routine, your streak and all progress photos.',
  'Your name and pictures beside your reviews, your newsletter entry and your messages to us.',
];

const stays = [
  'Orders stay with name, addresses and amounts, because the law asks us to keep the books. They no longer belong to an account.',
  'While an order is under way we keep your email and phone to deliver it. Both go once the order is complete.',
];

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h2 className="mb-2 text-2xl">{title}</h2>
      <ul className="list-disc space-y-1 pl-5 text-soft">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

export default function DeletePage({ loaderData: { needsPassword }, actionData }: Route.ComponentProps) {
  const { problem, busy, send } = useDeletion(needsPassword);
  const isSending = useNavigation().state !== 'idle';
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => setShown(actionData?.problem ?? null), [actionData]);
  const message = problem ?? shown;
  return (
    <div className="max-w-2xl space-y-6">
      <h1 className="text-5xl">Delete my account</h1>
      <List title="What goes" items={goes} />
      <List title="What stays" items={stays} />
      <Form method="post" onSubmit={send} className="space-y-4 rounded-card border border-line bg-white p-6 sm:p-8">
        {needsPassword ? (
          <Field
            id="password"
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            required
            hint={`You signed in more than ${confirmationMinutes} minutes ago. Please prove once more that it is you.`}
          />
        ) : null}
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="sure" value="yes" required className="size-5 accent-berry" />I want to delete my
          account for good
        </label>
        {message === null ? null : (
          <p role="alert" className="text-berry">
            {message}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy || isSending} disabled={busy || isSending}>
            Delete my account
          </Button>
          <ButtonLink to="/account/profile" look="second">
            Keep it
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
