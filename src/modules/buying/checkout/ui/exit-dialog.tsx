import { useState } from 'react';

import { exitOffer } from '#content/exit-offer.ts';
import { clockText } from '#modules/buying/checkout/countdown/rules.ts';
import type { ExitOfferAnswer } from '#modules/buying/checkout/exit-offer/contract.ts';
import { Button } from '#ui/button.tsx';
import { PictureDialog } from '#ui/picture-dialog.tsx';

import { useSecondsLeft } from './use-seconds-left.ts';

type Answers = { onAccept: (applied: typeof exitOffer.applied) => Promise<void>; onClose: () => void };

/** Where the offer is read out besides its start: a minute before its end. */
const lastCallSeconds = 60;

function Offer({ offer, onAccept, onClose }: Answers & { offer: ExitOfferAnswer }) {
  const left = useSecondsLeft({ moment: offer.ends_at, secondsLeft: offer.seconds_left, onEnd: onClose });
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    await onAccept(exitOffer.applied);
  };
  return (
    <>
      <p className="mb-4 rounded-full bg-blush px-4 py-1.5 text-center text-wine">
        {exitOffer.remaining} <span className="font-medium tabular-nums">{clockText(left)}</span>
      </p>
      <p role="status" className="sr-only">
        {left === lastCallSeconds ? exitOffer.lastCall : null}
      </p>
      <Button className="w-full" busy={busy} disabled={busy} onClick={() => void accept()}>
        {exitOffer.action}
      </Button>
      <Button look="quiet" className="mt-2 w-full" onClick={onClose}>
        {exitOffer.decline}
      </Button>
      <p className="mt-3 text-center text-sm text-soft">{exitOffer.alone}</p>
    </>
  );
}

export type ExitDialogProps = Answers & { offer: ExitOfferAnswer | null };

/** The one offer to somebody who is about to leave; it closes when its code ends. */
export function ExitDialog({ offer, onAccept, onClose }: ExitDialogProps) {
  const words = offer === null ? null : exitOffer;
  return (
    <PictureDialog id="exit-offer-title" words={words} close="Close offer" onClose={onClose}>
      {offer === null ? null : <Offer offer={offer} onAccept={onAccept} onClose={onClose} />}
    </PictureDialog>
  );
}
