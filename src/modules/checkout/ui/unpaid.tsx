import { useEffect, useState } from 'react';

import { call } from '#modules/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';

import { checkoutEnds, endsPage, type WayOn } from '../checkout-ends.ts';
import { Way } from './checkout-ended.tsx';
import type { PaidBy } from './place-order.ts';

type Return = { message: string; way: WayOn } | { address: string };

/** Reads where a shopper whose payment was not made can go on. Null until the shop answers. */
function useReturn(paid: PaidBy | null): Return | null {
  const [back, setBack] = useState<Return | null>(null);
  const query = paid === null ? '' : 'intentId' in paid ? paid.intentId : paid.sessionId;
  const isIntent = paid !== null && 'intentId' in paid;
  useEffect(() => {
    const read = async () => {
      const answer = await call('GET /checkout-state', isIntent ? { payment_intent: query } : { session_id: query });
      if (!answer.ok) return;
      const { end, address } = answer.body;
      if (end !== null && endsPage(end.error)) setBack({ message: end.message, way: checkoutEnds[end.error].way });
      else if (address !== null) setBack({ address });
    };
    if (query !== '') void read();
  }, [query, isIntent]);
  return back;
}

/** Says what becomes of an order whose payment was not made, and leads back to its own checkout. */
export function Unpaid({ paid, text }: { paid: PaidBy | null; text: string }) {
  const back = useReturn(paid);
  const address = back !== null && 'address' in back ? back.address : '/checkout';
  if (back !== null && 'way' in back && back.way !== 'try') {
    return (
      <>
        <p>{back.message}</p>
        <Way way={back.way} payLink={null} onRetry={async () => window.location.reload()} />
      </>
    );
  }
  return (
    <>
      <p>{text}</p>
      <ButtonLink to={address}>Return to Checkout</ButtonLink>
    </>
  );
}
