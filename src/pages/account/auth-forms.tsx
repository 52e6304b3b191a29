import { useState } from 'react';
import { Link, useLocation } from 'react-router';

import { PasswordField } from '#modules/accounts/ui/password-field.tsx';
import { stringProperty } from '#shared/read-property.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus.ts';
import { isForForm, type Fields } from '#ui/form-response.ts';

import { ActionForm, useIsBusy } from '../forms/action-form.tsx';
import { usePageResponse } from '../forms/use-form-response.ts';
import { authCard, AuthForm, Problem, busyText } from './auth-frame.tsx';

const textLinkClass = 'inline-flex min-h-11 items-center text-sm text-berry underline-offset-4 hover:underline';
const resendLabel = 'Send the confirmation link again';

/** Email passed on by the previous page, so that it need not be typed twice. */
export const usePrefilledEmail = () => stringProperty(useLocation().state, 'email');

export function Names({ field }: Pick<Fields, 'field'>) {
  const common = { maxLength: 100, required: true };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field {...field('firstName')} {...common} label="First name" autoComplete="given-name" />
      <Field {...field('lastName')} {...common} label="Last name" autoComplete="family-name" />
    </div>
  );
}

export function EmailField({ field, onChange }: Pick<Fields, 'field'> & { onChange?: (email: string) => void }) {
  return (
    <Field
      {...field('email')}
      label="Email"
      type="email"
      autoComplete="email"
      maxLength={255}
      required
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

/** Second submit button of the surrounding form. */
function ResendButton() {
  const busy = useIsBusy('resend');
  return (
    <Button type="submit" name="form" value="resend" look="second" busy={busy}>
      {busy ? busyText : resendLabel}
    </Button>
  );
}

type SignInOrUpProps = { step: 'in' | 'up'; passwordMin: number; offersResend: boolean };

/** Sign-in and sign-up in one form, so that typed text survives a change of tabs. */
export function SignInOrUpForm({ step, passwordMin, offersResend }: SignInOrUpProps) {
  const answer = usePageResponse();
  // Error of the whole form. Errors of a field are shown below that field.
  const problem = answer === undefined || answer.ok || isForForm(answer) ? '' : answer.message;
  const prefilledEmail = usePrefilledEmail();
  const [email, setEmail] = useState(answer?.values.email ?? prefilledEmail);
  const isUp = step === 'up';
  const beside = (
    <>
      {offersResend ? <ResendButton /> : null}
      {isUp ? null : (
        <Link to="/auth/forgot" state={{ email }} className={textLinkClass}>
          Forgot your password?
        </Link>
      )}
    </>
  );
  return (
    <AuthForm name={step} stored={{ email: prefilledEmail }} submit={isUp ? 'Sign Up' : 'Sign In'} beside={beside}>
      {({ field, issues }) => (
        <>
          {isUp ? <Names field={field} /> : null}
          <EmailField field={field} onChange={setEmail} />
          <div>
            <PasswordField
              isNew={isUp}
              error={issues.password}
              {...(isUp ? { hint: `At least ${passwordMin} characters` } : {})}
            />
            <Problem text={problem} />
          </div>
        </>
      )}
    </AuthForm>
  );
}

/** Shown after a sign-up or a new link: where to look, and what to do if no mail arrives. */
export function ConfirmationSentNotice({ email }: { email: string }) {
  return (
    // The pressed button is gone, so its replacement gets the focus.
    <div ref={focusOnMount} tabIndex={-1} className={`${authCard} outline-none`}>
      <p>
        We sent you a confirmation link. Open it in the mail to{' '}
        <strong className="break-words font-medium">{email}</strong> and you are in.
      </p>
      <p className="text-soft">
        Nothing there after a minute? Look into your spam folder, or let us send it again. If you have an account
        already,{' '}
        <Link to="/auth" state={{ email }} className="text-berry underline">
          sign in
        </Link>
        .
      </p>
      <ActionForm name="resend" hidden={{ email }} submit={resendLabel} busyText={busyText} look="second" />
    </div>
  );
}

/** Asks for the authenticator's code or a backup code. */
export function TwoFactorForm({ email }: { email: string }) {
  return (
    <AuthForm name="code" hidden={{ email }} submit="Sign In">
      {({ field }) => (
        <Field
          {...field('one-time-code')}
          ref={focusOnMount}
          label="Code"
          hint="The 6 digits of your authenticator app, or one of your backup codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          required
        />
      )}
    </AuthForm>
  );
}
