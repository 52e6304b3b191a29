import { Link } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { ArrowLeftIcon } from '#ui/icons.tsx';

import { CartButton } from './navigation.tsx';

/** Header of the checkout: a way back, the shop's name and the cart. It has no other links. */
export function CheckoutHeader() {
  const { name, logo } = useSite();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-cream/95 backdrop-blur">
      <div className="mx-auto grid h-11 max-w-6xl grid-cols-3 items-center px-4 sm:px-6 lg:h-16">
        <Link
          to="/product"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start text-berry underline-offset-4 hover:underline"
        >
          <ArrowLeftIcon /> Back
        </Link>
        <Link to="/" className="justify-self-center py-1">
          <img {...logo.onLight} alt={`${name}, home`} className="h-6 w-auto max-w-full object-contain lg:h-7.5" />
        </Link>
        <span className="-mr-2.5 justify-self-end">
          <CartButton />
        </span>
      </div>
    </header>
  );
}

/** Promises and support contact. Policies open in a new tab, so that typed card data stays. */
export function CheckoutFooter() {
  const { policies, supportEmail } = useSite();
  return (
    <footer className="mt-12 border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 py-3 text-sm text-soft sm:px-6">
        {policies.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            target="_blank"
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-berry"
          >
            <span>{`${label} `}</span>
            <span className="sr-only">(opens in a new tab)</span>
          </Link>
        ))}
        <a
          href={`mailto:${supportEmail}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-berry"
        >
          {supportEmail}
        </a>
      </div>
    </footer>
  );
}
