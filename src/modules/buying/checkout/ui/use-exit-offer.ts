import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { ExitOfferAnswer } from '#modules/buying/checkout/exit-offer/contract.ts';
import type { ApplyCode } from '#modules/buying/discounts/ui/try-code.ts';
import { mayOffer } from '#modules/buying/checkout/exit-offer/rules.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { call } from '#modules/calls.ts';
import { toast, type Toast } from '#ui/toast.tsx';

import { isTyping, watchExit } from './watch-exit.ts';

const shownKey = 'checkout_exit_offer_shown';

type Checkout = { id: string | null; hasCode: boolean; isBusy: boolean };

/** The offer to a shopper who is about to leave: asked of the server, shown once ever, and applied like any other code. */
export function useExitOffer({ id, hasCode, isBusy }: Checkout, apply: ApplyCode) {
  const [offer, setOffer] = useState<ExitOfferAnswer | null>(null);
  const asking = useRef(false);

  const isWelcome = useEffectEvent(() =>
    mayOffer({
      wasShown: readStored(shownKey) !== null,
      hasCode,
      isBusy,
      isTyping: isTyping(),
      isDialogOpen: document.querySelector('dialog[open]') !== null,
    }),
  );
  const make = useEffectEvent(async () => {
    if (id === null || asking.current || !isWelcome()) return;
    asking.current = true;
    const answer = await call('POST /exit-offer', { checkout_id: id });
    asking.current = false;
    if (!answer.ok || answer.body.seconds_left === 0 || !isWelcome()) return;
    store(shownKey, '1');
    setOffer(answer.body);
  });
  useEffect(() => watchExit(() => void make()), []);

  /** `applied` is told when the code is; the words come with the dialog. */
  const accept = async (applied: Toast): Promise<void> => {
    if (offer === null) return;
    const refusal = await apply(offer.code);
    setOffer(null);
    toast(refusal === null ? applied : { title: refusal.message, destructive: true });
  };
  return { offer, accept, close: () => setOffer(null) };
}
