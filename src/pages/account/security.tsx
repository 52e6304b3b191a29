import { redirect } from 'react-router';

import {
  beginSetup,
  endAuthenticator,
  newBackupCodes,
  authenticatorSetup,
  type SecondFactorRefusal,
} from '#modules/accounts/authenticator.server.ts';
import { submitCode } from '#modules/accounts/confirm-password.server.ts';
import { confirmRefusals, type ConfirmRefusal } from '#modules/accounts/accounts.schema.ts';
import { endOtherSessions, openSessions } from '#modules/accounts/sessions.server.ts';
import { endSession } from '#modules/accounts/sessions.queries.server.ts';
import { appendSecurityEvent } from '#modules/accounts/security-log.server.ts';
import { mailReset } from '#modules/accounts/sign-in.server.ts';
import { normalizeCompactIdentifier } from '#shared/identifier.ts';
import { isTeamRole } from '#shared/roles.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { withRecentPassword, formSuccess, formAction, formError, type SentForm } from '../forms/form-action.server.ts';
import { PageNotice } from '../forms/form-notice.tsx';
import type { Route } from './+types/security.ts';
import { Authenticator, type Shown } from './components/authenticator.tsx';
import { customerLoader } from './customer-loader.server.ts';
import { Card } from './components/card.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Security');

/**
 * Messages for a completed change.
 * The address carries the key, because the change starts a new session.
 */
const doneSentences = {
  on: 'Your authenticator is on. Signing in asks for its code from now on.',
  off: 'Your authenticator is off.',
};
const ended = 'Signed out there.';

export const loader = customerLoader(async ({ ctx, user, request }) => {
  const sessions = await openSessions(ctx, user);
  const needs = user.securityNeeds ?? [];
  const said = new URL(request.url).searchParams.get('done');
  return {
    email: user.email,
    sessions: sessions.map((one) => ({ ...one, since: formatDateTime(one.since) })),
    hasAuthenticator: user.hasAuthenticator,
    offersAuthenticator: isTeamRole(user.role) || user.hasAuthenticator || needs.length > 0,
    needs,
    done: Object.entries(doneSentences).find(([what]) => what === said)?.[1] ?? null,
  };
});

const changed = (what: keyof typeof doneSentences) => redirect(`/account/security?done=${what}`, 303);

function unproven(reason: ConfirmRefusal) {
  const message = confirmRefusals[reason];
  return formError(message, { password: message });
}

const proofOf = ({ user, secret }: SentForm) => ({ user, password: secret('password') });
const codeOf = ({ secret }: SentForm) => normalizeCompactIdentifier(secret('one-time-code'));

const alreadyOn = 'Your authenticator is already on. Reload this page to manage it.';
const wrongCode = 'This code is not right. Please try the next one.';

/** Returns the refusal's message beside its field. */
function unprovenCode(reason: SecondFactorRefusal) {
  if (reason === 'wrong_code') return formError(wrongCode, { 'one-time-code': wrongCode });
  if (reason === 'used') return formError(confirmRefusals.used, { 'one-time-code': confirmRefusals.used });
  return unproven(reason);
}

const recordSignOut = ({ ctx, user, visitor }: SentForm) =>
  appendSecurityEvent(ctx, {
    kind: 'signed_out',
    subject: '/account/security',
    accountId: user.id,
    ip: visitor.ip,
  });

export const action = formAction<Shown>({
  'end-session': withRecentPassword(async (sent) => {
    if (await endSession(sent.ctx.db, sent.user.id, sent.id)) await recordSignOut(sent);
    return formSuccess(ended);
  }),
  'end-others': withRecentPassword(async (sent) => {
    if (await endOtherSessions(sent.ctx.db, sent.user)) await recordSignOut(sent);
    return formSuccess(ended);
  }),
  'mail-reset': mailReset,
  async begin(sent) {
    const setup = await beginSetup(sent, proofOf(sent));
    if (setup.ok) return formSuccess('', { setup: setup.value });
    return setup.reason === 'already_on' ? formError(alreadyOn) : unproven(setup.reason);
  },
  async finish(sent) {
    const finished = await submitCode(sent, codeOf(sent));
    if (finished.ok) return changed('on');
    const message = finished.reason === 'wrong' ? wrongCode : confirmRefusals[finished.reason];
    // The form itself returns the shown secrets, because they are stored nowhere in readable form.
    const { uri = '', backupCodes = '' } = sent.values;
    const setup = authenticatorSetup(uri, backupCodes.split(' ').filter(Boolean));
    return { ...formError(message, { 'one-time-code': message }), result: { setup } };
  },
  async renew(sent) {
    const codes = await newBackupCodes(sent, { ...proofOf(sent), code: codeOf(sent) });
    return codes.ok ? formSuccess('', { backupCodes: codes.value }) : unprovenCode(codes.reason);
  },
  async end(sent) {
    const result = await endAuthenticator(sent, { ...proofOf(sent), code: codeOf(sent) });
    return result.ok ? changed('off') : unprovenCode(result.reason);
  },
});

function Password({ email }: { email: string }) {
  return (
    <Card id="password-title" title="Password">
      <p className="mb-4">
        An email will be sent to <strong className="break-words font-medium">{email}</strong> with a link to choose a
        new password.
      </p>
      <ActionForm name="mail-reset" submit="Change Password" busyText="One moment..." look="second" />
    </Card>
  );
}

const needTexts = {
  password: 'Sign in with a password of at least 12 characters: choose a new one below if yours is shorter.',
  authenticator: 'Turn on an authenticator app, below.',
};

function Needs({ needs }: { needs: (keyof typeof needTexts)[] }) {
  if (needs.length === 0) return null;
  return (
    <div className="rounded-xl border border-berry bg-blush px-4 py-3">
      <p>The shop asks you to secure this account before you go on:</p>
      <ul className="list-disc pl-5">
        {needs.map((need) => (
          <li key={need}>{needTexts[need]}</li>
        ))}
      </ul>
    </div>
  );
}

type ShownSession = { id: string; device: string; address: string | null; since: string; isThis: boolean };

function Entry({ session: { id, device, address, since, isThis } }: { session: ShownSession }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <div>
        <p className="font-medium">
          <span>{`${device} `}</span>
          {isThis ? <span className="rounded-full bg-blush px-3 py-1 text-sm text-berry">This one</span> : null}
        </p>
        <p className="text-sm text-soft">{`${address === null ? '' : `${address}, `}since ${since}`}</p>
      </div>
      {isThis ? null : (
        <ActionForm name="end-session" id={id} look="quiet" submit="Sign out" submitLabel={`Sign out ${device}`} />
      )}
    </li>
  );
}

function Sessions({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <Card id="sessions" title="Where you are signed in">
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Entry key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <ActionForm name="end-others" submit="Sign out everywhere else" look="second" className="mt-4" />
      )}
    </Card>
  );
}

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, hasAuthenticator, offersAuthenticator, needs, done: said } = loaderData;
  return (
    <div className="space-y-6">
      <h1 className="text-5xl">Security</h1>
      <Needs needs={needs} />
      <div role="status">
        {said === null || actionData !== undefined ? null : (
          <p className="rounded-xl border border-line bg-blush px-4 py-3">{said}</p>
        )}
      </div>
      <PageNotice />
      <Sessions sessions={sessions} />
      <Password email={email} />
      {offersAuthenticator ? <Authenticator isOn={hasAuthenticator} /> : null}
    </div>
  );
}
