import { useState, type ReactNode } from 'react';

import type { OrderAnswer } from '#modules/buying/checkout/contract.ts';
import { call } from '#modules/calls.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

type FreePanelProps = {
  checkoutId: string;
  check: () => boolean;
  agree: () => Promise<unknown>;
  onPlaced: (answer: OrderAnswer) => void;
  /** As of `PaymentPanel`. */
  notice: ReactNode;
  instead: ReactNode;
  pricing: boolean;
  closed: string | null;
};

/** The button of an order that costs nothing: no card is asked for. */
export function FreePanel({ checkoutId, check, agree, onPlaced, notice, instead, pricing, closed }: FreePanelProps) {
  const [busy, setBusy] = useState(false);
  const place = async () => {
    if (busy || pricing || !check()) return;
    setBusy(true);
    if ((await agree()) !== null) {
      const answer = await call('POST /create-order', { checkout_id: checkoutId });
      if (answer.ok) onPlaced(answer.body);
      else toast({ title: 'Payment Error', description: answer.message, destructive: true });
    }
    setBusy(false);
  };
  return (
    <div className="space-y-5">
      {notice}
      {closed === null ? null : <p className="text-berry">{closed}</p>}
      {instead ?? (
        <Button
          type="submit"
          className="w-full text-lg"
          busy={busy || pricing}
          disabled={busy || closed !== null}
          aria-disabled={pricing}
          onClick={() => void place()}
        >
          {busy ? 'Processing Payment...' : 'Pay $0.00'}
        </Button>
      )}
    </div>
  );
}
