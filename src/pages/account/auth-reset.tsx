import { data, Form, redirect, useNavigation } from 'react-router';

import { site } from '#content/site.ts';
import { newPasswordProblem } from '#modules/people/accounts/passwords/service.server.ts';
import { pageAuth } from '#modules/people/accounts/page-auth/service.server.ts';
import { resetPassword } from '#modules/people/accounts/sign-in/service.server.ts';
import { PasswordField } from '#modules/people/accounts/ui/password-field.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/auth-reset.ts';
import { AuthFrame, card } from './auth-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: `New Password | ${site.name}` }];

export function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const { passwordMin } = context.get(pageRequest).ctx.settings;
  return { passwordMin, isLinkDead: query.has('error') || (query.get('token') ?? '') === '' };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor, headers } = context.get(pageRequest);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const given = (await request.formData()).get('password');
  const password = typeof given === 'string' ? given : '';
  const weak = await newPasswordProblem(password, ctx.settings.passwordMin);
  if (weak !== null) return data({ problem: weak, isLinkDead: false }, { status: 422 });
  const caller = { auth: context.get(pageAuth), request, sender: visitor };
  const { cookies, refusal } = await resetPassword(caller, token, password);
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  if (refusal === null) throw redirect('/auth?reset=1', 303);
  return data({ problem: refusal.message, isLinkDead: refusal.isLinkDead }, { status: 422 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

function DeadLink() {
  return (
    <div className={card}>
      <p>This link has expired or was used already. Links to choose a new password work once, for one hour.</p>
      <ButtonLink to="/auth/forgot" className="w-full">
        Send me a new link
      </ButtonLink>
    </div>
  );
}

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const isLinkDead = loaderData.isLinkDead || actionData?.isLinkDead === true;
  return (
    <AuthFrame title="Choose a new password">
      {isLinkDead ? (
        <DeadLink />
      ) : (
        <Form method="post" noValidate className={card}>
          <p className="text-soft">Everyone who is signed in to this account will be signed out.</p>
          <PasswordField
            label="New password"
            isNew
            hint={`At least ${loaderData.passwordMin} characters`}
            error={actionData?.problem}
          />
          <Button type="submit" busy={busy} className="w-full">
            {busy ? 'One moment...' : 'Save password'}
          </Button>
        </Form>
      )}
    </AuthFrame>
  );
}
