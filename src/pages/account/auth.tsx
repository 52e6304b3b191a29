import { redirect } from 'react-router';

import { safeNext } from '#modules/people/accounts/rules.ts';
import { linkNotice, type AuthStep, type AuthView } from '#modules/people/accounts/sign-in/rules.ts';
import { resend, signIn, signUp, takeCode } from '#modules/people/accounts/sign-in/service.server.ts';
import { loadSession } from '#modules/people/accounts/ui/session-store.ts';
import { loadCart } from '#modules/buying/cart/ui/cart-store.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isForForm, type FormAnswer } from '#ui/form-answer.ts';
import { sendAnswer } from '#ui/send-form.ts';
import { toast } from '#ui/toast.tsx';

import { formAction, type Sent } from '../forms/action.server.ts';
import type { Route } from './+types/auth.ts';
import { CodeForm, EnterForm, SentNotice } from './auth-forms.tsx';
import { AuthFrame, Notice } from './auth-frame.tsx';
import { AuthTabs } from './auth-tabs.tsx';
import { titled } from './parts/page.tsx';

export const meta = titled('Sign In');

export function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const query = new URL(request.url).searchParams;
  if (visitor.user !== null) throw redirect(safeNext(query.get('next')));
  const step: AuthStep = query.get('tab') === 'sign-up' ? 'up' : 'in';
  return { step, notice: linkNotice(query), passwordMin: ctx.settings.passwordMin };
}

/** Answers a form of the page; nothing in the answer tells whether an account exists. */
const answered = (step: typeof signIn) => async (sent: Sent) =>
  (await step(sent)) ?? redirect(safeNext(new URL(sent.request.url).searchParams.get('next')), 303);

export const action = formAction<AuthView>({
  in: answered(signIn),
  up: answered(signUp),
  resend: answered(resend),
  code: answered(takeCode),
});

function announce(answer: FormAnswer<AuthView>): void {
  if (!answer.ok && !isForForm(answer)) toast({ title: 'Error', description: answer.message, destructive: true });
  if (answer.result?.step !== 'sent') return;
  toast({ title: 'Check your email', description: 'We sent you a confirmation link.' });
}

/** In a running page the same action, with messages; who is let in takes the cart along. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const send = async () => {
      const answer = await serverAction();
      announce(answer);
      return answer;
    };
    return await sendAnswer({ serverAction: send });
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

export default function AuthPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { step, email, canResend } = answer?.result ?? { step: loaderData.step, email: '', canResend: false };
  const notice = answer === undefined ? loaderData.notice : null;
  return (
    <AuthFrame title={titles[step]}>
      {step === 'sent' ? <SentNotice email={email} /> : null}
      {step === 'code' ? <CodeForm email={email} /> : null}
      {step === 'in' || step === 'up' ? (
        <>
          <AuthTabs step={step} />
          {notice === null ? null : <Notice>{notice.text}</Notice>}
          <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${step}`}>
            <EnterForm
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
