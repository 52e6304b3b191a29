import { useState, type FormEvent } from 'react';
import { redirect, useLocation, useSearchParams } from 'react-router';

import { site } from '#content/site.ts';
import { passwordMin, safeNext } from '#modules/accounts/rules.ts';
import { loadSession } from '#modules/accounts/ui/session-store.ts';
import { loadCart } from '#modules/cart/ui/cart-store.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { callApi } from '#ui/call-api.ts';
import { classes } from '#ui/classes.ts';
import { Field } from '#ui/field.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/auth.ts';

export const meta: Route.MetaFunction = () => [
  { title: `Sign In | ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export function loader({ context, request }: Route.LoaderArgs) {
  const { visitor } = context.get(pageRequest);
  if (visitor.user !== null) throw redirect(safeNext(new URL(request.url).searchParams.get('next')));
  return null;
}

/** A form sent before the page is alive comes back to it: its password is in no address and no log. */
export function action({ request }: Route.ActionArgs) {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname}${search}`, 303);
}

type Tab = 'in' | 'up';

/** The e-mail that the page before handed over, so that it is not asked for twice. */
function emailOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

const notConfirmed = 'Email not confirmed';

function useAuth() {
  const [search] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const next = safeNext(search.get('next'));

  const fail = (message: string) => {
    const shown =
      message === 'Email not verified' ? notConfirmed : message || 'Something went wrong. Please try again.';
    setProblem(shown);
    toast({ title: 'Error', description: shown, destructive: true });
  };
  const signIn = async (form: FormData) => {
    const input = { email: textOf(form, 'email').trim(), password: textOf(form, 'password') };
    const answer = await callApi('POST', '/auth/sign-in/email', input);
    if (!answer.ok) {
      setSentTo(input.email);
      fail(answer.message);
      return;
    }
    toast({ title: 'Welcome back!', description: 'You have successfully signed in.' });
    await loadSession();
    await loadCart();
    // A full load: what was rendered for a guest is not for the person who has just signed in.
    window.location.assign(next);
  };
  const signUp = async (form: FormData) => {
    const name = `${textOf(form, 'firstName').trim()} ${textOf(form, 'lastName').trim()}`;
    const email = textOf(form, 'email').trim();
    const input = { name, email, password: textOf(form, 'password'), callbackURL: next };
    const answer = await callApi('POST', '/auth/sign-up/email', input);
    if (!answer.ok) {
      fail(answer.message);
      return;
    }
    setSentTo(email);
    toast({ title: 'Check your email', description: 'We sent you a confirmation link.' });
  };
  const resend = async () => {
    const answer = await callApi('POST', '/auth/send-verification-email', { email: sentTo, callbackURL: next });
    if (answer.ok) toast({ title: 'Check your email', description: 'We sent you a confirmation link.' });
    else fail(answer.message);
  };
  const submit = (tab: Tab) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const form = new FormData(event.currentTarget);
    void (tab === 'in' ? signIn(form) : signUp(form)).finally(() => setBusy(false));
  };
  const forget = () => {
    setProblem(null);
    setSentTo(null);
  };
  return { problem, busy, submit, resend, forget, isSent: sentTo !== null };
}

function Names() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="firstName" name="firstName" label="First name" autoComplete="given-name" maxLength={100} required />
      <Field id="lastName" name="lastName" label="Last name" autoComplete="family-name" maxLength={100} required />
    </div>
  );
}

function PasswordField({ isNew }: { isNew: boolean }) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Field
        id="password"
        name="password"
        label="Password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        minLength={isNew ? passwordMin : undefined}
        required
        {...(isNew ? { hint: `At least ${passwordMin} characters` } : {})}
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-controls="password"
        onClick={() => setShown(!isShown)}
        className="min-h-11 text-sm text-berry underline-offset-4 hover:underline"
      >
        Show password
      </button>
    </div>
  );
}

function Tabs({ tab, onChoose }: { tab: Tab; onChoose: (tab: Tab) => void }) {
  const titles: [Tab, string][] = [
    ['in', 'Sign In'],
    ['up', 'Sign Up'],
  ];
  return (
    <div role="tablist" aria-label="Account" className="grid grid-cols-2 rounded-full bg-blush p-1">
      {titles.map(([key, title]) => (
        <button
          key={key}
          id={`tab-${key}`}
          type="button"
          role="tab"
          aria-selected={key === tab}
          aria-controls="auth-panel"
          onClick={() => onChoose(key)}
          className={classes('min-h-11 rounded-full', key === tab && 'bg-white shadow-sm')}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

export default function AuthPage() {
  const [search] = useSearchParams();
  const [tab, setTab] = useState<Tab>(search.get('tab') === 'sign-up' ? 'up' : 'in');
  const email = emailOf(useLocation().state);
  const { problem, busy, submit, resend, forget, isSent } = useAuth();
  const choose = (chosen: Tab) => {
    forget();
    setTab(chosen);
  };
  const isUp = tab === 'up';
  return (
    <div className="mx-auto max-w-md px-4 pt-12">
      <ButtonLink to="/" look="quiet" className="px-0">
        <ArrowLeftIcon /> Back to home
      </ButtonLink>
      <h1 className="mb-6 mt-2 text-5xl">{isUp ? 'Create your account' : 'Welcome'}</h1>
      <Tabs tab={tab} onChoose={choose} />
      <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <form
          method="post"
          onSubmit={submit(tab)}
          className="mt-6 space-y-4 rounded-card border border-line bg-white p-6"
        >
          {isUp ? <Names /> : null}
          <Field
            id="email"
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            defaultValue={email}
            required
          />
          <PasswordField isNew={isUp} />
          {problem === null ? null : (
            <p role="alert" className="text-berry">
              {problem}
            </p>
          )}
          {isSent && (problem === notConfirmed || problem === null) ? (
            <Button look="quiet" className="px-0" onClick={() => void resend()}>
              Send the confirmation link again
            </Button>
          ) : null}
          <Button type="submit" busy={busy} className="w-full">
            {busy ? 'One moment...' : isUp ? 'Sign Up' : 'Sign In'}
          </Button>
        </form>
      </div>
    </div>
  );
}
