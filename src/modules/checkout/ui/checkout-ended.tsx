import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { loadCart } from '#modules/cart/ui/cart-store.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { focusIfLost } from '#ui/focus.ts';

import { checkoutEnds, endsPage, type WayOn } from '../checkout-ends.ts';
import type { Refusal } from '#ui/refusal.ts';

type CheckoutEndedProps = {
  end: Refusal;
  /** Path of the payment link that opened the checkout here. Null without one. */
  payLink: string | null;
  onRetry: () => Promise<void>;
};

const links: Partial<Record<WayOn, { to: string; label: string }>> = {
  order: { to: '/track', label: 'Track your order' },
  track: { to: '/track', label: 'Track your order' },
  checkout: { to: '/checkout', label: 'Open your checkout' },
  contact: { to: '/contact', label: 'Contact us' },
  shop: { to: '/product', label: 'Continue shopping' },
};

function Retry({ onRetry }: Pick<CheckoutEndedProps, 'onRetry'>) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    if (busy) return;
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <Button busy={busy} onClick={() => void retry()}>
      Try Again
    </Button>
  );
}

/** The one thing that can be done after an end. */
export function Way({ way, payLink, onRetry }: Omit<CheckoutEndedProps, 'end'> & { way: WayOn }) {
  const { pathname, search } = useLocation();
  const signIn = { to: `/auth?next=${encodeURIComponent(pathname + search)}`, label: 'Sign in' };
  const link = way === 'sign-in' ? signIn : links[way];
  // A full page load: what this page knows belongs to the checkout that has ended.
  if (link !== undefined) {
    return (
      <ButtonLink to={link.to} reloadDocument>
        {link.label}
      </ButtonLink>
    );
  }
  if (way !== 'link') return <Retry onRetry={onRetry} />;
  if (payLink === null) return <p className="text-soft">The link is in the email that you got from us.</p>;
  return (
    <ButtonLink to={payLink} reloadDocument>
      Open the payment link
    </ButtonLink>
  );
}

function Support() {
  const { supportEmail } = useSite();
  return (
    <p className="text-soft">
      {'Questions? Write to '}
      <a className="text-berry underline underline-offset-4" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    </p>
  );
}

/** Explanation of an empty cart, whose items the page has shown before. */
const emptied = 'Everything was taken out of it after you opened this page.';

/** Replaces the form of a checkout that has ended: says what happened and what can be done. */
export function CheckoutEnded({ end: { reason, message }, payLink, onRetry }: CheckoutEndedProps) {
  // The count beside the cart may be that of before.
  useEffect(() => void loadCart(), []);
  const { title, way } = endsPage(reason) ? checkoutEnds[reason] : { title: 'Checkout Error', way: 'try' as const };
  return (
    <div
      // The focused field was removed.
      ref={focusIfLost}
      role="alert"
      tabIndex={-1}
      className="mx-auto flex min-h-[50vh] max-w-lg flex-col items-center justify-center gap-5 py-10 text-center outline-none"
    >
      <h2 className="text-3xl">{title}</h2>
      <p>{message === `${title}.` ? emptied : message}</p>
      <Way way={way} payLink={payLink} onRetry={onRetry} />
      {way === 'shop' ? null : (
        <ButtonLink to="/product" look="quiet">
          Back to the product
        </ButtonLink>
      )}
      <Support />
    </div>
  );
}
