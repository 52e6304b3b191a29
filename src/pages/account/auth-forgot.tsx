import { Link } from 'react-router';

import { requestReset } from '#modules/accounts/sign-in.server.ts';
import { focusOnMount } from '#ui/focus.ts';

import { formSuccess, formAction, formError } from '../forms/form-action.server.ts';
import type { Route } from './+types/auth-forgot.ts';
import { EmailField, usePrefilledEmail } from './auth-forms.tsx';
import { authCard, AuthForm, AuthFrame } from './auth-frame.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Forgot Password');

export const action = formAction({
  async forgot(sent) {
    const { email = '' } = sent.values;
    const problem = await requestReset(sent, email);
    return problem === null ? formSuccess('', email) : formError(problem, { email: problem });
  },
});

function RequestSent({ email }: { email: string }) {
  return (
    // The pressed button is gone, so its replacement gets the focus.
    <div ref={focusOnMount} tabIndex={-1} className={`${authCard} outline-none`}>
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

export default function ForgotPage({ actionData }: Route.ComponentProps) {
  const prefilledEmail = usePrefilledEmail();
  const request = actionData?.result ?? null;
  if (request !== null) {
    return (
      <AuthFrame title="Check your email">
        <RequestSent email={request} />
      </AuthFrame>
    );
  }
  const back = (
    <Link to="/auth" className="inline-flex min-h-11 items-center text-sm text-berry hover:underline">
      Back to sign in
    </Link>
  );
  return (
    <AuthFrame title="Choose a new password">
      <AuthForm name="forgot" stored={{ email: prefilledEmail }} submit="Send the link" beside={back}>
        {({ field }) => (
          <>
            <p className="text-soft">Tell us the email address of your account. We send you a link.</p>
            <EmailField field={field} />
          </>
        )}
      </AuthForm>
    </AuthFrame>
  );
}
