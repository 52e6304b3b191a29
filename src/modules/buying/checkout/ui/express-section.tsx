import { Elements } from '@stripe/react-stripe-js';
import { useMemo, type ComponentProps } from 'react';

import { ExpressCheckout } from './express-checkout.tsx';
import { loadPaymentForm } from './load-stripe.ts';
import { appearance } from './payment-section.tsx';

/** The provider's wallets for this payment; they are of a group of their own, so that the form's errors never block them. */
export function ExpressSection(props: ComponentProps<typeof ExpressCheckout>) {
  const { config, clientSecret } = props.session;
  const stripe = useMemo(() => loadPaymentForm(config), [config]);
  if (clientSecret === null) return null;
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance }} key={clientSecret}>
      <ExpressCheckout {...props} />
    </Elements>
  );
}
