import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { call } from '#modules/api-client.ts';
import type { Refusal } from '#ui/refusal.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { PictureDialog } from '#ui/picture-dialog.tsx';
import { toast } from '#ui/toast.tsx';

import type { ExitOfferAnswer } from '../checkout.schema.ts';
import { clockText } from '../countdown.ts';
import { mayOffer } from '../exit-offer.ts';
import { useSecondsLeft } from './countdown.tsx';
import { isTyping, watchExit } from './watch-exit.ts';

const shownKey = 'checkout_exit_offer_shown';

const words = {
  eyebrow: 'Before you go',
  title: 'Stay and take 10% off',
  text: 'Everything you typed is saved. Finish your order now and take 10% off.',
  picture: { src: '/media/head_dusk', width: 1600, height: 1600, focus: 'object-[50%_32%]' },
};

const applied = { title: 'Welcome Back Discount Applied!', description: '10% off has been added to your order' };

type Answers = { onAccept: () => Promise<void>; onClose: () => void };

/** Remaining seconds at which the offer is announced again. */
const lastCallSeconds = 60;

function Offer({ offer, onAccept, onClose }: Answers & { offer: ExitOfferAnswer }) {
  const left = useSecondsLeft({ moment: offer.ends_at, secondsLeft: offer.seconds_left, onEnd: onClose });
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    await onAccept();
  };
  return (
    <>
      <p className="mb-4 rounded-full bg-blush px-4 py-1.5 text-center text-wine">
        This offer ends in <span className="font-medium tabular-nums">{clockText(left)}</span>
      </p>
      <p role="status" className="sr-only">
        {left === lastCallSeconds ? 'This offer ends in one minute.' : null}
      </p>
      <Button className="w-full" busy={busy} disabled={busy} onClick={() => void accept()}>
        Apply Discount & Continue
      </Button>
      <Button look="quiet" className="mt-2 w-full" onClick={onClose}>
        No Thanks, I&apos;ll Pass
      </Button>
      <p className="mt-3 text-center text-sm text-soft">
        Single use, for this order. The offer cannot be combined with other discounts.
      </p>
    </>
  );
}

export type ExitOfferProps = {
  id: string;
  hasCode: boolean;
  isBusy: boolean;
  /** Applies the code to the order. Resolves to null on success. */
  apply: (code: string) => Promise<Refusal | null>;
};

/**
 * The one offer to a shopper who is about to leave. Requested from the server, shown once ever and
 * applied like any other code. Closes when its code ends.
 */
export function ExitOffer({ id, hasCode, isBusy, apply }: ExitOfferProps) {
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
    if (asking.current || !isWelcome()) return;
    asking.current = true;
    const answer = await call('POST /exit-offer', { checkout_id: id });
    asking.current = false;
    if (!answer.ok || answer.body.seconds_left === 0 || !isWelcome()) return;
    store(shownKey, '1');
    setOffer(answer.body);
  });
  useEffect(() => watchExit(() => void make()), []);

  const close = () => setOffer(null);
  const accept = async ({ code }: ExitOfferAnswer) => {
    const refusal = await apply(code);
    close();
    toast(refusal === null ? applied : { title: refusal.message, destructive: true });
  };
  return (
    <PictureDialog id="exit-offer-title" words={offer && words} close="Close offer" onClose={close}>
      {offer === null ? null : <Offer offer={offer} onAccept={() => accept(offer)} onClose={close} />}
    </PictureDialog>
  );
}
