import { useEffect, useRef } from 'react';
import { data, Form, Link, useLocation, useNavigation } from 'react-router';

import { site } from '#content/site.ts';
import { pageAuth } from '#modules/people/accounts/page-auth/service.server.ts';
import { requestReset } from '#modules/people/accounts/sign-in/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Button } from '#ui/button.tsx';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/auth-forgot.ts';
import { EmailField } from './auth-forms.tsx';
import { AuthFrame, card } from './auth-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: `Forgot Password | ${site.name}` }];

export async function action({ context, request }: Route.ActionArgs) {
  const { visitor } = context.get(pageRequest);
  const typed = (await request.formData()).get('email');
  const email = typeof typed === 'string' ? typed.trim().slice(0, 300) : '';
  const problem = await requestReset({ auth: context.get(pageAuth), request, sender: visitor }, email);
  return data({ email, problem }, { status: problem === null ? 200 : 422 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

function Asked({ email }: { email: string }) {
  return (
    <div className={card} role="status">
      <p>
        If there is an account for <strong className="break-words font-medium">{email}</strong>, a mail with a link is
        on its way. The link works for one hour.
      </p>
      <p className="text-soft">Nothing there after a minute? Look into your spam folder.</p>
      <Link to="/auth" state={{ email }} className="inline-flex min-h-11 items-center text-berry underline">
        Back to sign in
      </Link>
    </div>
  );
}

function handedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}

export default function ForgotPage({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const handed = handedEmail(useLocation().state);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [actionData]);
  if (actionData?.problem === null) {
    return (
      <AuthFrame title="Check your email">
        <Asked email={actionData.email} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Choose a new password">
      <Form ref={form} method="post" noValidate className={card}>
        <p className="text-soft">Tell us the e-mail address of your account. We send you a link.</p>
        <EmailField value={actionData?.email ?? handed} error={actionData?.problem} />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? 'One moment...' : 'Send the link'}
        </Button>
        <Link to="/auth" className="inline-flex min-h-11 items-center text-sm text-berry hover:underline">
          Back to sign in
        </Link>
      </Form>
    </AuthFrame>
  );
}
