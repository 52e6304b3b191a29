import { useState } from 'react';

import type { OrderAnswer } from '../checkout.schema.ts';
import { call } from '#modules/api-client.ts';
import { toast } from '#ui/toast.tsx';

import { PayButton, type PayParts } from './pay-button.tsx';

type FreePanelProps = PayParts & {
  checkoutId: string | null;
  agree: () => Promise<unknown>;
  onPlaced: (answer: OrderAnswer) => void;
};

/** Pay button of a free order. No card is needed. */
export function FreePanel({ checkoutId, check, agree, onPlaced, ...parts }: FreePanelProps) {
  const [busy, setBusy] = useState(false);
  const place = async () => {
    if (busy || !check()) return;
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
      <PayButton {...parts} paying={busy} disabled={checkoutId === null} onPay={() => void place()}>
        {busy ? 'Processing Payment...' : 'Pay $0.00'}
      </PayButton>
    </div>
  );
}
