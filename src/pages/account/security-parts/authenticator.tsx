import { Form } from 'react-router';

import type { Setup } from '#modules/people/accounts/authenticator/rules.ts';
import { PasswordField } from '#modules/people/accounts/ui/password-field.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';

import type { Intent } from './rules.ts';
import { Section } from './section.tsx';

function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <div>
      <h3 className="text-2xl">Your backup codes</h3>
      <p className="mt-1 text-soft">
        Each lets you in once when your phone is not at hand. They are shown only now: keep them in a safe place.
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 rounded-xl bg-blush px-4 py-3 font-mono text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}

function QrCode({ qr: { size, path } }: { qr: Setup['qr'] }) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="208"
      height="208"
      role="img"
      aria-label="Code to scan with your authenticator app"
      shapeRendering="crispEdges"
      className="rounded-xl border border-line bg-white"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function SetupSteps({ setup, problem }: { setup: Setup; problem: string | null }) {
  return (
    <div className="space-y-6">
      <div>
        <h3 className="text-2xl">Scan this code</h3>
        <p className="mb-3 mt-1 text-soft">Open your authenticator app and add an account with it.</p>
        <QrCode qr={setup.qr} />
        <p className="mt-3 text-sm text-soft">
          Or type this key: <span className="break-words font-mono text-ink">{setup.secret}</span>
        </p>
      </div>
      <BackupCodes codes={setup.backupCodes} />
      <Form method="post" noValidate className="space-y-4">
        <input type="hidden" name="intent" value="finish" />
        <input type="hidden" name="uri" value={setup.uri} />
        <input type="hidden" name="backupCodes" value={setup.backupCodes.join(' ')} />
        <Field
          id="code"
          name="code"
          label="The 6 digits that your app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={problem ?? undefined}
          required
        />
        <Button type="submit">Turn on</Button>
      </Form>
    </div>
  );
}

type PasswordFormProps = {
  intent: Intent;
  action: string;
  problem: string | null;
  look?: 'primary' | 'second';
};

/** One thing that may be done by whoever knows the password. */
function PasswordForm({ intent, action, problem, look = 'primary' }: PasswordFormProps) {
  return (
    <Form method="post" noValidate className="space-y-2">
      <input type="hidden" name="intent" value={intent} />
      <PasswordField id={`password-${intent}`} label="Your password" error={problem ?? undefined} />
      <Button type="submit" look={look}>
        {action}
      </Button>
    </Form>
  );
}

type Answer = { intent: Intent; problem: string | null; setup?: Setup | null; backupCodes?: string[] };
type AuthenticatorProps = { isOn: boolean; answer: Answer | undefined };

function problemOf(answer: Answer | undefined, intent: Intent): string | null {
  return answer?.intent === intent ? answer.problem : null;
}

function WhileOn({ answer }: { answer: Answer | undefined }) {
  if (answer?.backupCodes !== undefined) return <BackupCodes codes={answer.backupCodes} />;
  return (
    <>
      <p>Your authenticator is on: signing in asks for its code.</p>
      <details open={problemOf(answer, 'renew') !== null}>
        <summary className="inline-flex min-h-11 items-center text-berry">Make new backup codes</summary>
        <PasswordForm intent="renew" action="Make new codes" problem={problemOf(answer, 'renew')} look="second" />
      </details>
      <details open={problemOf(answer, 'end') !== null}>
        <summary className="inline-flex min-h-11 items-center text-berry">Turn the authenticator off</summary>
        <PasswordForm intent="end" action="Turn off" problem={problemOf(answer, 'end')} look="second" />
      </details>
    </>
  );
}

/** A second proof at sign-in: a code of an app on the phone. */
export function Authenticator({ isOn, answer }: AuthenticatorProps) {
  const setup = answer?.setup ?? null;
  return (
    <Section id="authenticator" title="Authenticator app">
      {isOn ? <WhileOn answer={answer} /> : null}
      {!isOn && setup !== null ? <SetupSteps setup={setup} problem={problemOf(answer, 'finish')} /> : null}
      {!isOn && setup === null ? (
        <>
          <p>
            With an authenticator app, a stolen password alone lets nobody in: signing in also asks for a code that only
            your phone shows.
          </p>
          <PasswordForm intent="begin" action="Set up" problem={problemOf(answer, 'begin')} />
        </>
      ) : null}
    </Section>
  );
}
