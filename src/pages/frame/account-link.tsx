import { Link } from 'react-router';

import { useSession } from '#modules/accounts/ui/session-store.ts';

/** Links to the account if signed in, otherwise to sign-in. */
export function AccountLink({ className }: { className?: string }) {
  const { user } = useSession();
  const [to, label] =
    user === null ? ['/auth', 'Sign In'] : user.role === 'admin' ? ['/admin', 'Admin'] : ['/account', 'Account'];
  return (
    <Link to={to} className={className}>
      {label}
    </Link>
  );
}
