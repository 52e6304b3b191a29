import { data, redirect } from 'react-router';

import { site } from '#content/site.ts';
import { pageAuth } from '#modules/people/accounts/page-auth/service.server.ts';
import { safeNext } from '#modules/people/accounts/rules.ts';
import { authAnswer, linkNotice, type AuthAnswer, type AuthStep } from '#modules/people/accounts/sign-in/rules.ts';
import { readForm, takeStep } from '#modules/people/accounts/sign-in/service.server.ts';
import { loadSession } from '#modules/people/accounts/ui/session-store.ts';
import { loadCart } from '#modules/buying/cart/ui/cart-store.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { sendForm } from '#ui/send-form.ts';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/auth.ts';
import { CodeForm, EnterForm, SentNotice } from './auth-forms.tsx';
import { AuthFrame, Notice } from './auth-frame.tsx';
import { AuthTabs } from './auth-tabs.tsx';

export const meta: Route.MetaFunction = () => [{ title: `Sign In | ${site.name}` }];

export function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const query = new URL(request.url).searchParams;
  if (visitor.user !== null) throw redirect(safeNext(query.get('next')));
  const step: AuthStep = query.get('tab') === 'sign-up' ? 'up' : 'in';
  return { step, notice: linkNotice(query), passwordMin: ctx.settings.passwordMin };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor, headers } = context.get(pageRequest);
  const next = safeNext(new URL(request.url).searchParams.get('next'));
  const { passwordMin } = ctx.settings;
  const parts = { auth: context.get(pageAuth), passwordMin, request, sender: visitor };
  const step = await takeStep(parts, readForm(await request.formData(), next));
  for (const cookie of step.cookies) headers.append('set-cookie', cookie);
  if (step.isSignedIn) throw redirect(next, 303);
  return data(step.answer, { status: step.status });
}

function announce({ step, problem }: AuthAnswer): void {
  if (problem !== null) toast({ title: 'Error', description: problem, destructive: true });
  else if (step === 'sent') toast({ title: 'Check your email', description: 'We sent you a confirmation link.' });
}

/** In a running page the same action, with messages; who is let in takes the cart along. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await sendForm(async () => {
      const answer = await serverAction();
      announce(answer);
      return answer;
    });
  } catch (thrown) {
    if (thrown instanceof Response && thrown.headers.has('location')) {
      toast({ title: 'Welcome back!', description: 'You have successfully signed in.' });
      await loadSession();
      await loadCart();
    }
    throw thrown;
  }
}

const titles: Record<AuthStep, string> = {
  in: 'Welcome',
  up: 'Create your account',
  sent: 'Check your email',
  code: 'One more step',
};

export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? authAnswer(loaderData.step);
  const notice = actionData === undefined ? loaderData.notice : null;
  const { step } = answer;
  return (
    <AuthFrame title={titles[step]}>
      {step === 'sent' ? <SentNotice answer={answer} /> : null}
      {step === 'code' ? <CodeForm answer={answer} /> : null}
      {step === 'in' || step === 'up' ? (
        <>
          <AuthTabs step={step} />
          {notice === null ? null : <Notice>{notice.text}</Notice>}
          <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${step}`}>
            <EnterForm
              answer={answer}
              passwordMin={loaderData.passwordMin}
              offersResend={answer.canResend || notice?.canResend === true}
            />
          </div>
        </>
      ) : null}
    </AuthFrame>
  );
}
