import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

import { dollarsToCents } from '#shared/money.ts';
import { LockIcon } from '#ui/icons.tsx';
import { useTimeout } from '#ui/timers.ts';
import { toast } from '#ui/toast.tsx';

import { confirmPayment, type Payer } from './confirm-payment.ts';
import { CheckoutNotice } from './checkout-notice.tsx';
import { money } from './order-summary.tsx';
import { PayButton, type PayParts } from './pay-button.tsx';
import { appearance, useElements, useField, type Provided } from './use-elements.ts';

type PaymentPanelProps = PayParts & {
  /** The provider's script. It is null, like the client secret, until the checkout has begun. */
  loading: Promise<Stripe | null> | null;
  clientSecret: string | null;
  /** True while a payment is under way, and its setter. */
  paying: readonly [boolean, (paying: boolean) => void];
  /** Confirms the final figures with the server. Null if the shopper must act first. */
  agree: () => Promise<Payer | null>;
  onPaid: (intentId: string) => void;
  /** Called if the time was up before the payment was made. */
  onOver: () => void;
};

const loadTimeoutMs = 10_000;
const loadFailure = 'Failed to load payment system. Please refresh the page or check your connection.';
const nextStep = {
  declined: 'Nothing was charged. Check the card details or use another card, and pay again.',
  unknown: 'We could not learn what became of the payment. Press the button again: nothing is charged twice.',
  card: '',
};

// Name, address and phone are already on the page and are sent with the payment.
const fieldOptions = { layout: 'tabs', fields: { billingDetails: 'never' } } as const;

function useLoadFailure(isLoading: boolean): string | null {
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), isLoading ? loadTimeoutMs : null);
  return isLate && isLoading ? loadFailure : null;
}

function complain(title: string, description: string): void {
  toast({ title, description, destructive: true });
}

type Refusal = { kind: keyof typeof nextStep; message: string };

/** The provider's card form and the pay button. */
export function PaymentPanel({
  loading,
  clientSecret,
  paying: [paying, setPaying],
  check,
  agree,
  onPaid,
  onOver,
  ...parts
}: PaymentPanelProps) {
  const [ready, setReady] = useState(false);
  const [systemError, setSystemError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const banner = useLoadFailure(loading !== null && !ready) ?? systemError;
  const { total } = parts;
  const amount = dollarsToCents(total);
  const provided = useElements(loading, (stripe) =>
    stripe.elements({ mode: 'payment', amount, currency: 'usd', appearance }),
  );
  useEffect(() => {
    void provided?.elements.update({ amount });
  }, [provided, amount]);
  const container = useField(provided, (elements) => {
    const field = elements.create('payment', fieldOptions);
    field.on('ready', () => setReady(true));
    field.on('loaderror', ({ error }) => setSystemError(error.message ?? loadFailure));
    field.on('change', () => setRefusal(null));
    return field;
  });

  const refuse = (found: Refusal) => {
    setRefusal(found);
    complain('Payment Failed', found.message);
  };

  const pay = async ({ stripe, elements: form }: Provided, secret: string) => {
    const { error } = await form.submit();
    if (!check()) return;
    if (error !== undefined) {
      refuse({ kind: 'card', message: error.message ?? 'An error occurred during payment processing.' });
      return;
    }
    const payer = await agree();
    if (payer === null) return;
    const own = { elements: form, isFormOfItsOwn: true };
    const outcome = await confirmPayment({ stripe, ...own, clientSecret: secret, payer });
    if (outcome.kind === 'over') {
      onOver();
      complain('Payment Failed', outcome.message);
      return;
    }
    if (outcome.kind !== 'paid') {
      refuse(outcome);
      return;
    }
    toast({ title: 'Payment Successful!', description: 'Redirecting to confirmation page...' });
    onPaid(outcome.intentId);
  };

  const submit = () => {
    if (paying) return;
    if (clientSecret === null || provided === null || provided.elements.getElement('payment') === null) {
      complain('Payment Error', 'Payment system not ready. Please try again.');
      return;
    }
    setPaying(true);
    setRefusal(null);
    pay(provided, clientSecret)
      .catch(() => complain('Payment Error', 'An unexpected error occurred. Please try again.'))
      .finally(() => setPaying(false));
  };

  return (
    <div className="space-y-5">
      {banner === null ? null : (
        <CheckoutNotice>
          <strong>Payment System Error:</strong>
          <span>{` ${banner}`}</span>
        </CheckoutNotice>
      )}
      <div className="min-h-40">
        {ready || banner !== null ? null : <p className="text-soft">Payment system is loading...</p>}
        <div ref={container} data-provider-fields="" />
      </div>
      {refusal === null || parts.instead !== null ? null : (
        <CheckoutNotice
          takesFocus={refusal.kind !== 'card'}
        >{`${refusal.message} ${nextStep[refusal.kind]}`}</CheckoutNotice>
      )}
      <PayButton {...parts} paying={paying} disabled={!ready || banner !== null} onPay={submit}>
        <LockIcon />
        {/* A separate element: beside the icon, a browser that translates the page would keep the
            old amount. */}
        <span>{paying ? 'Processing Payment...' : `Pay ${money(total)}`}</span>
      </PayButton>
    </div>
  );
}
