import { redirect } from 'react-router';

import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import { resetPassword } from '#modules/accounts/sign-in.server.ts';
import { passwordProblem } from '#modules/accounts/sign-in.ts';
import { PasswordField } from '#modules/accounts/ui/password-field.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { focusIfLost } from '#ui/focus.ts';

import { formAction, formError } from '../forms/form-action.server.ts';
import type { Route } from './+types/auth-reset.ts';
import { authCard, AuthForm, AuthFrame } from './auth-frame.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('New Password');

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? '';

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenOf(request);
  const isLinkDead = new URL(request.url).searchParams.has('error') || token === '';
  return { isLinkDead, passwordMin: isLinkDead ? 0 : await context.get(pageAuth).resetMinLength(token) };
}

export const action = formAction<{ isLinkDead: boolean }>({
  async reset(sent) {
    const newPassword = sent.secret('password');
    const min = await sent.auth.resetMinLength(tokenOf(sent.request));
    // The library's call judges the strength, after it has taken a point of the limit.
    const problem = passwordProblem(newPassword, min);
    if (problem !== null) return formError(problem, { password: problem });
    const refusal = await resetPassword(sent, { token: tokenOf(sent.request), newPassword });
    if (refusal === null) return redirect('/auth?reset=1', 303);
    const { message, isLinkDead } = refusal;
    return { ...formError(message, { password: message }), result: { isLinkDead } };
  },
});

/** `isAnswer` is true when this replaced the form. */
function DeadLink({ isAnswer }: { isAnswer: boolean }) {
  return (
    <div ref={isAnswer ? focusIfLost : undefined} tabIndex={-1} className={`${authCard} outline-none`}>
      <p>This link has expired or was used already. Links to choose a new password work once, for one hour.</p>
      <ButtonLink to="/auth/forgot" className="w-full">
        Send me a new link
      </ButtonLink>
    </div>
  );
}

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const isLinkDead = loaderData.isLinkDead || actionData?.result?.isLinkDead === true;
  return (
    <AuthFrame title="Choose a new password">
      {isLinkDead ? (
        <DeadLink isAnswer={actionData !== undefined} />
      ) : (
        <AuthForm name="reset" submit="Save password">
          {({ issues }) => (
            <>
              <p className="text-soft">Everyone who is signed in to this account will be signed out.</p>
              <PasswordField
                label="New password"
                isNew
                hint={`At least ${loaderData.passwordMin} characters`}
                error={issues.password}
              />
            </>
          )}
        </AuthForm>
      )}
    </AuthFrame>
  );
}
