import type { AccountSecurity } from '#modules/people/accounts/sessions/staff/service.server.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { Panel } from '../parts/page.tsx';

const missing = { password: 'a password of at least 12 characters', authenticator: 'an authenticator' };

function Requirement({ security: { mustSecure, needs } }: { security: AccountSecurity }) {
  if (!mustSecure) return <p className="text-soft">The second factor is not required.</p>;
  if (needs.length === 0) return <p>The second factor is required, and in use.</p>;
  return (
    <p>
      The second factor is required. Admin rights wait for {needs.map((need) => missing[need]).join(' and ')}, to be set
      under Account, Security.
    </p>
  );
}

/** How an account is secured, and what staff can do about it. */
export function SecurityPanel({ security }: { security: AccountSecurity }) {
  const { openSessions, hasAuthenticator, mustSecure } = security;
  const places = openSessions === 1 ? '1 browser' : `${openSessions} browsers`;
  return (
    <Panel title="Security">
      <p>
        Signed in with {openSessions === 0 ? 'no browser' : places}. Authenticator: {hasAuthenticator ? 'on' : 'off'}.
      </p>
      <Requirement security={security} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ActionForm name="end-sessions" submit="Sign out everywhere" look="second" />
        {mustSecure ? (
          <ActionForm name="release" submit="Require it no more" look="second" />
        ) : (
          <ActionForm name="require" submit="Require second factor" look="second" />
        )}
      </div>
    </Panel>
  );
}
