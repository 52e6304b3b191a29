import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useState } from 'react';

import { Button } from '#ui/button.tsx';
import { LockIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

import { money } from './order-summary.tsx';

export type Shipment = {
  email: string;
  name: string;
  phone: string;
  address: { line1: string; line2?: string; city: string; state: string; postal_code: string; country: string };
};

type PaymentPanelProps = {
  total: number;
  clientSecret: string;
  /** Checks the form and agrees the final figures with the server; null when the shopper must act first. */
  prepare: () => Promise<Shipment | null>;
  onPaid: (intentId: string) => void;
};

const loadTimeoutMs = 10_000;
const loadFailure = 'Failed to load payment system. Please refresh the page or check your connection.';

function useLoadFailure(ready: boolean): string | null {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (ready) {
      setFailure(null);
      return undefined;
    }
    const timer = setTimeout(() => setFailure(loadFailure), loadTimeoutMs);
    return () => clearTimeout(timer);
  }, [ready]);
  return failure;
}

function Banner({ message }: { message: string }) {
  return (
    <p role="alert" className="rounded-2xl border border-berry bg-white p-4 text-berry">
      <strong>Payment System Error:</strong> {message}
    </p>
  );
}

/** The provider's card form and the one button that pays. */
export function PaymentPanel({ total, clientSecret, prepare, onPaid }: PaymentPanelProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [paying, setPaying] = useState(false);
  const [systemError, setSystemError] = useState<string | null>(null);
  const [declined, setDeclined] = useState<string | null>(null);
  const banner = useLoadFailure(ready) ?? systemError;

  const confirm = async (shipment: Shipment) => {
    if (stripe === null || elements === null) return;
    const { email, ...shipping } = shipment;
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      clientSecret,
      redirect: 'if_required',
      confirmParams: { return_url: `${window.location.origin}/checkout-success`, receipt_email: email, shipping },
    });
    if (error !== undefined) {
      const message = error.message ?? 'An error occurred during payment processing.';
      setDeclined(message);
      toast({ title: 'Payment Failed', description: message, destructive: true });
      return;
    }
    if (paymentIntent.status === 'succeeded' || paymentIntent.status === 'processing') {
      toast({ title: 'Payment Successful!', description: 'Redirecting to confirmation page...' });
      onPaid(paymentIntent.id);
    }
  };

  const pay = async () => {
    if (stripe === null || elements === null) {
      toast({
        title: 'Payment Error',
        description: 'Payment system not ready. Please try again.',
        destructive: true,
      });
      return;
    }
    const { error } = await elements.submit();
    const shipment = await prepare();
    if (shipment === null) return;
    if (error !== undefined) setDeclined(error.message ?? 'Please complete your card details.');
    else await confirm(shipment);
  };

  const submit = () => {
    if (paying) return;
    setPaying(true);
    setDeclined(null);
    pay()
      .catch(() => {
        toast({
          title: 'Payment Error',
          description: 'An unexpected error occurred. Please try again.',
          destructive: true,
        });
      })
      .finally(() => setPaying(false));
  };

  return (
    <div className="space-y-5">
      {banner === null ? null : <Banner message={banner} />}
      <div className="relative min-h-52">
        {ready || banner !== null ? null : <p className="text-soft">Payment system is loading...</p>}
        <PaymentElement
          onReady={() => setReady(true)}
          onLoadError={({ error }) => setSystemError(error.message ?? loadFailure)}
          onChange={() => setDeclined(null)}
        />
      </div>
      {declined === null ? null : (
        <p role="alert" className="rounded-2xl border border-berry bg-white p-4 text-berry">
          {declined} Nothing was charged. Check the card details or use another card, and pay again.
        </p>
      )}
      <Button className="w-full text-lg" disabled={!ready || paying || banner !== null} busy={paying} onClick={submit}>
        <LockIcon />
        {paying ? 'Processing Payment...' : `Pay ${money(total)}`}
      </Button>
    </div>
  );
}
