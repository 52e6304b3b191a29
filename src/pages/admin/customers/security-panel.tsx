import { useConfirmedForm } from '#modules/accounts/ui/use-confirmed.tsx';
import { Button } from '#ui/button.tsx';

import { Notice, type Outcome } from '../parts/notice.tsx';
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

/** How an account is secured, and what staff can do about it. */
export function SecurityPanel({ security }: { security: ShownSecurity }) {
  const { fetcher, send, dialog } = useConfirmedForm<{ outcome: Outcome }>();
  const { openSessions, hasAuthenticator, mustSecure } = security;
  const places = openSessions === 1 ? '1 browser' : `${openSessions} browsers`;
  return (
    <Panel title="Security">
      <Notice outcome={fetcher.data?.outcome} />
      <p>
        Signed in with {openSessions === 0 ? 'no browser' : places}. Authenticator: {hasAuthenticator ? 'on' : 'off'}.
      </p>
      <Requirement security={security} />
      <form method="post" onSubmit={send} className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="end-sessions" look="second">
          Sign out everywhere
        </Button>
        <Button type="submit" name="intent" value={mustSecure ? 'release' : 'require'} look="second">
          {mustSecure ? 'Require it no more' : 'Require second factor'}
        </Button>
      </form>
      {dialog}
    </Panel>
  );
}
