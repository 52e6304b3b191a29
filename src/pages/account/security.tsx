import { Form, useNavigation } from 'react-router';

import { site } from '#content/site.ts';
import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { pageAuth } from '#modules/people/accounts/page-auth/service.server.ts';
import { openSessions } from '#modules/people/accounts/sessions/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { Button } from '#ui/button.tsx';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/security.ts';
import { act } from './security-parts/act.server.ts';
import { Authenticator } from './security-parts/authenticator.tsx';
import { doneSentence } from './security-parts/rules.ts';
import { Section, Told } from './security-parts/section.tsx';
import { Sessions } from './security-parts/sessions.tsx';

export const meta: Route.MetaFunction = () => [{ title: `Security | ${site.name}` }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const sessions = await openSessions(ctx, user);
  const needs = user.securityNeeds ?? [];
  return {
    email: user.email,
    sessions: sessions.map((one) => ({ ...one, since: shortMoment(one.since) })),
    hasAuthenticator: user.hasAuthenticator,
    offersAuthenticator: user.role === 'admin' || user.hasAuthenticator || needs.length > 0,
    needs,
    done: doneSentence(new URL(request.url).searchParams.get('done')),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor, limits, headers } = context.get(pageRequest);
  const user = context.get(pageUser);
  const form = await request.formData();
  return act({ ctx, auth: context.get(pageAuth), limits, headers, user, visitor, request, form });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

function Password({ email, problem }: { email: string; problem: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'mail-reset';
  return (
    <Section id="password-title" title="Password">
      <p>
        An e-mail will be sent to <strong className="break-words font-medium">{email}</strong> with a link to choose a
        new password.
      </p>
      <div>
        <Form method="post">
          <input type="hidden" name="intent" value="mail-reset" />
          <Button type="submit" look="second" busy={busy}>
            {busy ? 'One moment...' : 'Change Password'}
          </Button>
        </Form>
        <Told problem={problem} />
      </div>
    </Section>
  );
}

const wanted = {
  password: 'Sign in with a password of at least 12 characters: choose a new one below if yours is shorter.',
  authenticator: 'Turn on an authenticator app, below.',
};

function Needs({ needs }: { needs: (keyof typeof wanted)[] }) {
  if (needs.length === 0) return null;
  return (
    <div className="rounded-xl border border-berry bg-blush px-4 py-3">
      <p>The shop asks you to secure this account before you go on:</p>
      <ul className="list-disc pl-5">
        {needs.map((need) => (
          <li key={need}>{wanted[need]}</li>
        ))}
      </ul>
    </div>
  );
}

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, hasAuthenticator, offersAuthenticator, needs, done } = loaderData;
  const problemOf = (...intents: string[]) =>
    actionData !== undefined && intents.includes(actionData.intent) ? actionData.problem : null;
  return (
    <div className="space-y-6">
      <h1 className="text-5xl">Security</h1>
      <Needs needs={needs} />
      <div role="status">
        {done === null || actionData !== undefined ? null : (
          <p className="rounded-xl border border-line bg-blush px-4 py-3">{done}</p>
        )}
      </div>
      <Sessions
        sessions={sessions}
        isUnconfirmed={actionData?.refusal === 'confirm_password' || actionData?.intent === 'confirm'}
        problem={problemOf('end-session', 'end-others', 'confirm')}
      />
      <Password email={email} problem={problemOf('mail-reset')} />
      {offersAuthenticator ? <Authenticator isOn={hasAuthenticator} answer={actionData} /> : null}
    </div>
  );
}
