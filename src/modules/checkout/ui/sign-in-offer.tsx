import { Link, useLocation } from 'react-router';

/** Link to sign in and return. The cart is carried over and known data is filled in. */
export function SignInOffer() {
  const { pathname, search } = useLocation();
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
