import { redirect } from 'react-router';

import { roleLabels, roleSummaries } from '#modules/accounts/role-labels.ts';
import { minPasswordLength } from '#modules/accounts/account.ts';
import { acceptRefusals } from '#modules/accounts/accounts.schema.ts';
import { callLibrary } from '#modules/accounts/auth-service.server.ts';
import { acceptInvitation, invitationOf } from '#modules/accounts/invitations.server.ts';
import { endedInvitation } from '#modules/accounts/invitations.ts';
import { deviceHashOf } from '#modules/accounts/known-devices.server.ts';
import { judgedProblem } from '#modules/accounts/passwords.server.ts';
import { passwordProblem, signUpProblems } from '#modules/accounts/sign-in.ts';
import { PasswordField } from '#modules/accounts/ui/password-field.tsx';
import { useSite } from '#modules/content/ui/use-site.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { type TeamRole } from '#shared/roles.ts';
import { ButtonLink } from '#ui/button.tsx';

import { formSuccess, formAction, formError, type FormReply, type SentForm } from '../forms/form-action.server.ts';
import { useFormResponse } from '../forms/use-form-response.ts';
import type { Route } from './+types/auth-invitation.ts';
import { Names } from './auth-forms.tsx';
import { authCard, AuthForm, AuthFrame } from './auth-frame.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Your Invitation');

const tokenOf = (request: Request) => (new URL(request.url).searchParams.get('token') ?? '').slice(0, 100);

/** Only reads: mail scanners that open links must not accept anything. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const passwordMin = minPasswordLength('staff', ctx.settings.passwordMin);
  return { passwordMin, invitation: await invitationOf(ctx, tokenOf(request)) };
}

/** Names and password of a new account, or the messages of the fields that are wrong. */
async function newPersonIn({ ctx, limits, visitor, values, secret }: SentForm, email: string) {
  const { firstName = '', lastName = '' } = values;
  const person = { firstName: firstName.trim(), lastName: lastName.trim(), password: secret('password') };
  const min = minPasswordLength('staff', ctx.settings.passwordMin);
  const issues = signUpProblems({ ...person, email }, passwordProblem(person.password, min));
  if (Object.keys(issues).length > 0) return { person, issues };
  const owner = { email, name: `${firstName} ${lastName}` };
  const refusal = await judgedProblem({ ctx, limits, ip: visitor.ip }, person.password, owner);
  return { person, issues: refusal === null ? {} : { password: refusal.message } };
}

const noPerson = { person: null, issues: {} };

async function accept(sent: SentForm): Promise<FormReply<never> | Response> {
  const { ctx, request, visitor } = sent;
  const token = tokenOf(request);
  const invitation = await invitationOf(ctx, token);
  if (invitation === null) return formError(acceptRefusals.ended);
  const { hasAccount } = invitation;
  const { person, issues } = hasAccount ? noPerson : await newPersonIn(sent, invitation.email);
  if (Object.keys(issues).length > 0) return formError('Check the highlighted fields.', issues);
  const deviceHash = deviceHashOf(request.headers, ctx.settings.publicUrl);
  const { requestId } = visitor;
  const acceptance = { token, requestId, deviceHash, person };
  const accepted = await acceptInvitation(ctx, acceptance);
  if (!accepted.ok) return formError(acceptRefusals[accepted.reason]);
  const { email, isNew } = accepted.value;
  if (isNew && person !== null) {
    const { ok } = await callLibrary(sent, '/sign-in/email', { email, password: person.password });
    return redirect(ok ? '/admin' : '/auth?invited=1&next=/admin', 303);
  }
  if (visitor.user === null) return redirect('/auth?invited=1&next=/admin', 303);
  if (visitor.user.email === email) return redirect('/admin', 303);
  return formSuccess(
    `The role is yours. You are signed in as ${visitor.user.email}: sign out, then sign in as ${email}.`,
  );
}

export const action = formAction({ accept });

function DeadLink() {
  return (
    <div className={authCard}>
      <p>{`${endedInvitation} Ask for a new one.`}</p>
      <ButtonLink to="/auth" className="w-full">
        Sign in
      </ButtonLink>
    </div>
  );
}

type Invitation = { email: string; role: TeamRole; hasAccount: boolean };

function AcceptForm({ invitation, passwordMin }: { invitation: Invitation; passwordMin: number }) {
  const { email, role, hasAccount } = invitation;
  const { name } = useSite();
  return (
    <AuthForm name="accept" submit="Accept the invitation">
      {({ field, issues }) => (
        <>
          <p>
            <span>{`${name} invites `}</span>
            <strong className="break-words font-medium">{email}</strong>
            <span>{` to work in its admin as: ${roleLabels[role]}.`}</span>
          </p>
          <p className="text-soft">{roleSummaries[role]}</p>
          {hasAccount ? (
            <p className="text-soft">You have an account with this address. Sign in with it afterwards.</p>
          ) : (
            <>
              <Names field={field} />
              <PasswordField isNew hint={`At least ${passwordMin} characters`} error={issues.password} />
            </>
          )}
          <p className="text-soft">
            Your role begins once an authenticator app is set up. The next page leads you there.
          </p>
        </>
      )}
    </AuthForm>
  );
}

export default function InvitationPage({ loaderData: { invitation, passwordMin } }: Route.ComponentProps) {
  const answer = useFormResponse('accept');
  const isAccepted = answer?.ok === true;
  return (
    <AuthFrame title="Your invitation">
      {isAccepted ? (
        <div role="status" className={authCard}>
          <p>{answer.message}</p>
        </div>
      ) : invitation === null ? (
        <DeadLink />
      ) : (
        <AcceptForm invitation={invitation} passwordMin={passwordMin} />
      )}
    </AuthFrame>
  );
}
