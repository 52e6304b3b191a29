import type { Setup } from '#modules/accounts/authenticator.server.ts';
import { PasswordField } from '#modules/accounts/ui/password-field.tsx';
import { Field } from '#ui/field.tsx';

import { ActionForm, type ActionFormProps } from '../../forms/action-form.tsx';
import { useFormResponse, useLastResult } from '../../forms/use-form-response.ts';
import { Card } from './card.tsx';

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

/** Secrets that an authenticator form returns, shown once. */
export type Shown = { setup?: Setup | null; backupCodes?: string[] };

function SetupSteps({ setup }: { setup: Setup }) {
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
      <ActionForm name="finish" hidden={{ uri: setup.uri, backupCodes: setup.backupCodes.join(' ') }} submit="Turn on">
        {({ field }) => (
          <Field
            {...field('one-time-code')}
            label="The 6 digits that your app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
          />
        )}
      </ActionForm>
    </div>
  );
}

/** Folded form that takes the password and a code. */
function Folded({ title, name, ...form }: ActionFormProps & { title: string }) {
  return (
    <details open={useFormResponse(name)?.ok === false}>
      <summary className="inline-flex min-h-11 items-center text-berry">{title}</summary>
      <ActionForm name={name} {...form} look="second">
        {({ issues }) => (
          <>
            <PasswordField id={`password-${name}`} label="Your password" error={issues.password} />
            <Field
              id={`one-time-code-${name}`}
              name="one-time-code"
              label="A code of your app, or a backup code"
              error={issues['one-time-code']}
              autoComplete="one-time-code"
              maxLength={20}
              required
            />
          </>
        )}
      </ActionForm>
    </details>
  );
}

function WhileOn() {
  const codes = useLastResult<Shown>()?.backupCodes;
  if (codes !== undefined) return <BackupCodes codes={codes} />;
  return (
    <>
      <p>Your authenticator is on: signing in asks for its code.</p>
      <Folded name="renew" title="Make new backup codes" submit="Make new codes" />
      <Folded name="end" title="Turn the authenticator off" submit="Turn off" />
    </>
  );
}

function WhileOff() {
  const setup = useLastResult<Shown>()?.setup ?? null;
  if (setup !== null) return <SetupSteps setup={setup} />;
  return (
    <>
      <p>
        With an authenticator app, a stolen password alone lets nobody in: signing in also asks for a code that only
        your phone shows.
      </p>
      <ActionForm name="begin" submit="Set up">
        {({ issues }) => <PasswordField id="password-begin" label="Your password" error={issues.password} />}
      </ActionForm>
    </>
  );
}

/** Second factor at sign-in: a code from an authenticator app. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  return (
    <Card id="authenticator" title="Authenticator app">
      <div className="space-y-4">{isOn ? <WhileOn /> : <WhileOff />}</div>
    </Card>
  );
}
