import { useEffect, useRef, useState } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';

import type { AuthAnswer, Problems, Typed } from '#modules/people/accounts/sign-in/rules.ts';
import { PasswordField } from '#modules/people/accounts/ui/password-field.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';

import { card, Problem } from './auth-frame.tsx';

const textLink = 'inline-flex min-h-11 items-center text-sm text-berry underline-offset-4 hover:underline';

/** The form on its way to the server, by the value of the button that sent it; null while nothing is. */
function useSending(): string | null {
  const { formData, state } = useNavigation();
  const step = state === 'idle' ? null : formData?.get('step');
  return typeof step === 'string' ? step : null;
}

/** The first field that the answer is not content with gets the focus. */
function useFirstProblem(answer: AuthAnswer) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(answer.fields).length === 0) return;
    ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  return ref;
}

/** The e-mail that the page before handed over, so that it is not asked for twice. */
function useHandedEmail(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}

function Names({ typed, fields }: { typed: Typed; fields: Problems }) {
  const common = { maxLength: 100, required: true };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        id="firstName"
        name="firstName"
        label="First name"
        autoComplete="given-name"
        defaultValue={typed.firstName}
        error={fields.firstName}
        {...common}
      />
      <Field
        id="lastName"
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        defaultValue={typed.lastName}
        error={fields.lastName}
        {...common}
      />
    </div>
  );
}

type EmailFieldProps = { value: string; error: string | undefined; onChange?: (email: string) => void };

export function EmailField({ value, error, onChange }: EmailFieldProps) {
  return (
    <Field
      id="email"
      name="email"
      label="Email"
      type="email"
      autoComplete="email"
      defaultValue={value}
      maxLength={255}
      error={error}
      required
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

type EnterProps = { answer: AuthAnswer; passwordMin: number; offersResend: boolean };

/** Signing in and signing up: one form, so that what was typed stays when the tab changes. */
export function EnterForm({ answer, passwordMin, offersResend }: EnterProps) {
  const { step, typed, fields, problem } = answer;
  const ref = useFirstProblem(answer);
  const handed = useHandedEmail();
  const [email, setEmail] = useState(typed.email || handed);
  const sending = useSending();
  const isUp = step === 'up';
  return (
    <Form ref={ref} method="post" noValidate className={card}>
      {isUp ? <Names typed={typed} fields={fields} /> : null}
      <EmailField value={typed.email || handed} error={fields.email} onChange={setEmail} />
      <div>
        <PasswordField
          isNew={isUp}
          error={fields.password}
          {...(isUp ? { hint: `At least ${passwordMin} characters` } : {})}
        />
        <Problem text={problem} />
      </div>
      <Button type="submit" name="step" value={step} busy={sending !== null} className="w-full">
        {sending === step ? 'One moment...' : isUp ? 'Sign Up' : 'Sign In'}
      </Button>
      {offersResend ? (
        <Button type="submit" name="step" value="resend" look="second" className="w-full">
          {sending === 'resend' ? 'One moment...' : 'Send the confirmation link again'}
        </Button>
      ) : null}
      {isUp ? null : (
        <Link to="/auth/forgot" state={{ email }} className={textLink}>
          Forgot your password?
        </Link>
      )}
    </Form>
  );
}

/** After a sign-up or another link: where to look, and what to do when nothing comes. */
export function SentNotice({ answer }: { answer: AuthAnswer }) {
  const sending = useSending();
  const ref = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the focus goes to what took its place.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className={`${card} outline-none`}>
      <p>
        We sent you a confirmation link. Open it in the mail to{' '}
        <strong className="break-words font-medium">{answer.typed.email}</strong> and you are in.
      </p>
      <p className="text-soft">
        Nothing there after a minute? Look into your spam folder, or let us send it again. If you have an account
        already,{' '}
        <Link to="/auth" state={{ email: answer.typed.email }} className="text-berry underline">
          sign in
        </Link>
        .
      </p>
      <Form method="post">
        <input type="hidden" name="email" value={answer.typed.email} />
        <Button type="submit" name="step" value="resend" look="second" busy={sending !== null} className="w-full">
          {sending === null ? 'Send the confirmation link again' : 'One moment...'}
        </Button>
      </Form>
    </div>
  );
}

/** Asks for the code of the authenticator, or for one of the backup codes. */
export function CodeForm({ answer }: { answer: AuthAnswer }) {
  const ref = useFirstProblem(answer);
  const sending = useSending();
  useEffect(() => {
    ref.current?.querySelector<HTMLInputElement>('#code')?.focus();
  }, [ref]);
  return (
    <Form ref={ref} method="post" noValidate className={card}>
      <input type="hidden" name="email" value={answer.typed.email} />
      <div>
        <Field
          id="code"
          name="code"
          label="Code"
          hint="The 6 digits of your authenticator app, or one of your backup codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          error={answer.fields.code}
          required
        />
        <Problem text={answer.problem} />
      </div>
      <Button type="submit" name="step" value="code" busy={sending !== null} className="w-full">
        {sending === null ? 'Sign In' : 'One moment...'}
      </Button>
    </Form>
  );
}
