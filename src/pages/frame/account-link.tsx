import { Link, useLocation } from 'react-router';

import { useSession } from '#modules/accounts/ui/session-store.ts';
import { isTeamRole } from '#shared/roles.ts';

/** Links to the account if signed in, otherwise to sign-in. An admin can edit the page. */
export function AccountLink({ className }: { className?: string }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [to, label] =
    user === null ? ['/auth', 'Sign In'] : isTeamRole(user.role) ? ['/admin', 'Admin'] : ['/account', 'Account'];
  return (
    <>
      {user?.role === 'admin' ? (
        <Link to={`/admin/content?page=${pathname}`} className={className}>
          Edit this page
        </Link>
      ) : null}
      <Link to={to} className={className}>
        {label}
      </Link>
    </>
  );
}
