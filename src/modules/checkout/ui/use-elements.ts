import type { Stripe, StripeElementBase, StripeElements } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

export type Provided = { stripe: Stripe; elements: StripeElements };

/** The provider's fields of one payment, as `begin` makes them once its script is there; null until then. */
export function useElements(
  loading: Promise<Stripe | null> | null,
  begin: (stripe: Stripe) => StripeElements,
): Provided | null {
  const [provided, setProvided] = useState<Provided | null>(null);
  const beginNow = useEffectEvent((stripe: Stripe) => setProvided({ stripe, elements: begin(stripe) }));
  useEffect(() => {
    let isLeft = false;
    const wait = async () => {
      const stripe = await loading;
      if (stripe !== null && !isLeft) beginNow(stripe);
    };
    void wait();
    return () => {
      isLeft = true;
    };
  }, [loading]);
  return provided;
}

/** The place of a field, as its `ref`: drawn into it once, and taken away with it. */
export function useField(provided: Provided | null, draw: (elements: StripeElements) => StripeElementBase) {
  const place = useRef<HTMLDivElement>(null);
  const drawNow = useEffectEvent(draw);
  useEffect(() => {
    if (provided === null || place.current === null) return;
    const field = drawNow(provided.elements);
    field.mount(place.current);
    return () => field.destroy();
  }, [provided]);
  return place;
}
