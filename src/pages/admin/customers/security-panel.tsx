import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { Panel } from '../parts/panel.tsx';

export type ShownSecurity = {
  openSessions: number;
  hasAuthenticator: boolean;
  mustSecure: boolean;
  needs: ('password' | 'authenticator')[];
};

const missing = { password: 'a password of at least 12 characters', authenticator: 'an authenticator' };

function Requirement({ security: { mustSecure, needs } }: { security: ShownSecurity }) {
  if (!mustSecure) return <p className="text-soft">The second factor is not required.</p>;
  if (needs.length === 0) return <p>The second factor is required, and in use.</p>;
  return (
    <p>
      The second factor is required. Admin rights wait for {needs.map((need) => missing[need]).join(' and ')}, to be set
      under Account, Security.
    </p>
  );
}

type SecurityPanelProps = { security: ShownSecurity; answer: FormAnswer | undefined };

/** How an account is secured, and what staff can do about it. */
export function SecurityPanel({ security, answer }: SecurityPanelProps) {
  const { openSessions, hasAuthenticator, mustSecure } = security;
  const places = openSessions === 1 ? '1 browser' : `${openSessions} browsers`;
  const form = { answer, look: 'second' } as const;
  return (
    <Panel title="Security">
      <p>
        Signed in with {openSessions === 0 ? 'no browser' : places}. Authenticator: {hasAuthenticator ? 'on' : 'off'}.
      </p>
      <Requirement security={security} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ActionForm {...form} name="end-sessions" submit="Sign out everywhere" />
        {mustSecure ? (
          <ActionForm {...form} name="release" submit="Require it no more" />
        ) : (
          <ActionForm {...form} name="require" submit="Require second factor" />
        )}
      </div>
    </Panel>
  );
}
