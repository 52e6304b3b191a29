import { useEffect, type KeyboardEvent } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';

import { safeNext } from '#modules/accounts/sign-in.ts';
import { linkNotice, type AuthStep, type AuthView } from '#modules/accounts/sign-in.ts';
import { resend, signIn, signUp, submitSignInCode } from '#modules/accounts/sign-in.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { classes } from '#ui/classes.ts';
import { isForForm, type FormResponse } from '#ui/form-response.ts';
import { toast } from '#ui/toast.tsx';

import { formAction, type SentForm } from '../forms/form-action.server.ts';
import type { Route } from './+types/auth.ts';
import { TwoFactorForm, SignInOrUpForm, ConfirmationSentNotice } from './auth-forms.tsx';
import { AuthFrame, AuthNotice } from './auth-frame.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Sign In');

export function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const query = new URL(request.url).searchParams;
  if (visitor.user !== null) throw redirect(safeNext(query.get('next')));
  const step: AuthStep = query.get('tab') === 'sign-up' ? 'up' : 'in';
  return { step, notice: linkNotice(query), passwordMin: ctx.settings.passwordMin };
}

/** Answers a form of the page. The response never reveals whether an account exists. */
const answered = (step: typeof signIn) => async (sent: SentForm) =>
  (await step(sent)) ?? redirect(safeNext(new URL(sent.request.url).searchParams.get('next')), 303);

export const action = formAction<AuthView>({
  in: answered(signIn),
  up: answered(signUp),
  resend: answered(resend),
  code: answered(submitSignInCode),
});

/** Announces the outcome as a toast, in addition to the notice in the page. */
function announce(answer: FormResponse<AuthView>): void {
  if (!answer.ok && !isForForm(answer)) toast({ title: 'Error', description: answer.message, destructive: true });
  if (answer.result?.step !== 'sent') return;
  toast({ title: 'Check your email', description: 'We sent you a confirmation link.' });
}

const titles: Record<AuthStep, string> = {
  in: 'Welcome',
  up: 'Create your account',
  sent: 'Check your email',
  code: 'One more step',
};

const tabs: { step: AuthStep; title: string }[] = [
  { step: 'in', title: 'Sign In' },
  { step: 'up', title: 'Sign Up' },
];

function toNeighbour(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const other = event.currentTarget.parentElement?.querySelector<HTMLElement>('[aria-selected="false"]');
  other?.focus();
  other?.click();
}

/** The tabs are links, so they work before hydration and keep `next` in the address. */
function AuthTabs({ step }: { step: AuthStep }) {
  const next = useSearchParams()[0].get('next');
  const addressOf = (tab: AuthStep) => {
    const query = new URLSearchParams(next === null ? {} : { next });
    if (tab === 'up') query.set('tab', 'sign-up');
    return { pathname: '/auth', search: query.toString() };
  };
  return (
    <div role="tablist" aria-label="Account" className="mb-6 grid grid-cols-2 rounded-full bg-blush p-1">
      {tabs.map((tab) => (
        <Link
          key={tab.step}
          id={`tab-${tab.step}`}
          to={addressOf(tab.step)}
          replace
          preventScrollReset
          role="tab"
          onKeyDown={toNeighbour}
          aria-selected={tab.step === step}
          aria-controls="auth-panel"
          className={classes(
            'inline-flex min-h-11 items-center justify-center rounded-full',
            tab.step === step && 'bg-white shadow-sm',
          )}
        >
          {tab.title}
        </Link>
      ))}
    </div>
  );
}

export default function AuthPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { step, email, canResend } = answer?.result ?? { step: loaderData.step, email: '', canResend: false };
  const notice = answer === undefined ? loaderData.notice : null;
  useEffect(() => {
    if (answer !== undefined) announce(answer);
  }, [answer]);
  return (
    <AuthFrame title={titles[step]}>
      {step === 'sent' ? <ConfirmationSentNotice email={email} /> : null}
      {step === 'code' ? <TwoFactorForm email={email} /> : null}
      {step === 'in' || step === 'up' ? (
        <>
          <AuthTabs step={step} />
          {notice === null ? null : <AuthNotice>{notice.text}</AuthNotice>}
          <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${step}`}>
            <SignInOrUpForm
              step={step}
              passwordMin={loaderData.passwordMin}
              offersResend={canResend || notice?.canResend === true}
            />
          </div>
        </>
      ) : null}
    </AuthFrame>
  );
}
