import { useCallback, useEffect, useRef, useState } from 'react';

import type { Change, CheckoutView, IntentAnswer } from '#modules/checkout/contract.ts';
import { callApi } from '#ui/call-api.ts';
import { toast } from '#ui/toast.tsx';

export type PaymentConfig = { publishableKey: string; scriptUrl: string; mode: string };

export type CheckoutSession = {
  config: PaymentConfig;
  view: CheckoutView;
  clientSecret: string | null;
  intentId: string | null;
};

type Failed = { reason: string; message: string };

const arrivalDelayMs = 500;

function setUpToast(reason: string, message: string): void {
  if (reason === 'unreachable' || reason === 'fault') {
    toast({
      title: 'Setup Error',
      description: message || 'Failed to initialize checkout. Please try again.',
      destructive: true,
    });
  } else toast({ title: 'Checkout Error', description: message || 'Failed to setup checkout. Please try again.', destructive: true });
}

/** Begins the checkout once, 500 ms after arrival, and keeps what the server says of it. */
export function useCheckout(enabled: boolean) {
  const [session, setSession] = useState<CheckoutSession | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [changing, setChanging] = useState(false);
  const begun = useRef(false);

  const begin = useCallback(async () => {
    setFailed(null);
    const config = await callApi<PaymentConfig>('GET', '/get-stripe-config');
    if (!config.ok) {
      const description = 'Failed to load payment configuration. Please try again.';
      toast({ title: 'Configuration Error', description, destructive: true });
      setFailed({ reason: 'config', message: description });
      return;
    }
    if (config.body.publishableKey === '') {
      const description = 'Payment system not configured properly.';
      toast({ title: 'Configuration Error', description, destructive: true });
      setFailed({ reason: 'config', message: description });
      return;
    }
    const answer = await callApi<IntentAnswer>('POST', '/create-payment-intent', {
      items: [],
      customerInfo: null,
      discountCode: null,
      orderCalculation: null,
    });
    if (!answer.ok) {
      setUpToast(answer.reason, answer.message);
      setFailed({ reason: answer.reason, message: answer.message });
      return;
    }
    const { checkout, client_secret, payment_intent_id, amount } = answer.body;
    if (client_secret === null && amount > 0) {
      const description = 'Invalid response from payment processor. Please try again.';
      toast({ title: 'Checkout Error', description, destructive: true });
      setFailed({ reason: 'no_secret', message: description });
      return;
    }
    setSession({ config: config.body, view: checkout, clientSecret: client_secret, intentId: payment_intent_id });
  }, []);

  useEffect(() => {
    if (!enabled || begun.current) return undefined;
    const timer = setTimeout(() => {
      begun.current = true;
      void begin();
    }, arrivalDelayMs);
    return () => clearTimeout(timer);
  }, [enabled, begin]);

  /** Sends a change; the old figures stay until the server has answered, and for good when it refuses. */
  const revise = async (change: Omit<Change, 'checkout_id'>): Promise<IntentAnswer | Failed> => {
    if (session === null) return { reason: 'not_ready', message: '' };
    setChanging(true);
    const answer = await callApi<IntentAnswer>('POST', '/update-payment-intent', {
      checkout_id: session.view.id,
      ...change,
    });
    setChanging(false);
    if (!answer.ok) return { reason: answer.reason, message: answer.message };
    const { checkout, client_secret, payment_intent_id } = answer.body;
    setSession({ ...session, view: checkout, clientSecret: client_secret, intentId: payment_intent_id });
    return answer.body;
  };

  return { session, failed, changing, begin, revise };
}

export type CheckoutState = ReturnType<typeof useCheckout>;
