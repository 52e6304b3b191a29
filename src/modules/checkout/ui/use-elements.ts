import type { Stripe, StripeElementBase, StripeElements } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

export type Provided = { stripe: Stripe; elements: StripeElements };

/**
 * Creates the provider's fields of one payment with `begin` once its script has loaded. Null until
 * then.
 */
export function useElements(
  loading: Promise<Stripe | null> | null,
  begin: (stripe: Stripe) => StripeElements,
): Provided | null {
  const [provided, setProvided] = useState<Provided | null>(null);
  const beginNow = useEffectEvent((stripe: Stripe) => setProvided({ stripe, elements: begin(stripe) }));
  useEffect(() => {
    let isUnmounted = false;
    const wait = async () => {
      const stripe = await loading;
      if (stripe !== null && !isUnmounted) beginNow(stripe);
    };
    void wait();
    return () => {
      isUnmounted = true;
    };
  }, [loading]);
  return provided;
}

/** Returns the `ref` of a field's container. Mounts the field once and destroys it on unmount. */
export function useField(provided: Provided | null, draw: (elements: StripeElements) => StripeElementBase) {
  const container = useRef<HTMLDivElement>(null);
  const drawNow = useEffectEvent(draw);
  useEffect(() => {
    if (provided === null || container.current === null) return;
    const field = drawNow(provided.elements);
    field.mount(container.current);
    return () => field.destroy();
  }, [provided]);
  return container;
}

/** Appearance of the provider's fields. */
export const appearance = {
  labels: 'floating' as const,
  variables: { colorPrimary: '#be123c', colorText: '#33232a', colorDanger: '#be123c', borderRadius: '12px' },
};
