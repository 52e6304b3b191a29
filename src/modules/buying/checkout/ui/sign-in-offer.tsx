import { Link, useLocation } from 'react-router';

import { useSession } from '#modules/people/accounts/ui/session-store.ts';

/** The way to the account of somebody who has one, and back: the cart comes along and what the shop knows is filled in. */
export function SignInOffer() {
  const { user, isLoading } = useSession();
  const { pathname, search } = useLocation();
  if (user !== null || isLoading) return null;
  return (
    <span className="text-sm">
      Already a customer?{' '}
      <Link
        to={`/auth?next=${encodeURIComponent(pathname + search)}`}
        className="inline-block py-2.5 -my-2.5 text-berry underline underline-offset-4"
      >
        Sign in
      </Link>
    </span>
  );
}
