import { useState } from 'react';

import { exitOffer } from '#content/exit-offer.ts';
import { clockText } from '#modules/buying/checkout/countdown/rules.ts';
import type { ExitOfferAnswer } from '#modules/buying/checkout/exit-offer/contract.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

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
    <div className="px-6 pb-7 pt-6 sm:px-10 md:py-12">
      <p className="text-sm font-medium uppercase tracking-[0.18em] text-copper">{exitOffer.eyebrow}</p>
      <h2 id="exit-offer-title" tabIndex={-1} className="mt-3 text-4xl outline-none sm:text-5xl">
        {exitOffer.title}
      </h2>
      <p className="mb-6 mt-4 text-soft">{exitOffer.text}</p>
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
    </div>
  );
}

export type ExitDialogProps = Answers & { offer: ExitOfferAnswer | null };

/** The one offer to somebody who is about to leave; it closes when its code ends. */
export function ExitDialog({ offer, onAccept, onClose }: ExitDialogProps) {
  return (
    <Dialog
      open={offer !== null}
      onClose={onClose}
      labelledBy="exit-offer-title"
      className="arrive m-auto max-h-[calc(100dvh-2rem)] w-[min(56rem,calc(100vw-2rem))] max-w-none overflow-y-auto rounded-card bg-cream text-ink shadow-lift"
    >
      {offer === null ? null : (
        <div className="relative grid md:grid-cols-[5fr_6fr]">
          <IconButton
            label="Close offer"
            onClick={onClose}
            className="absolute right-3 top-3 z-10 bg-cream/90 text-ink"
          >
            <CloseIcon />
          </IconButton>
          <Picture
            {...exitOffer.picture}
            alt=""
            sizes="(min-width: 768px) 26rem, 100vw"
            className="h-36 w-full object-cover sm:h-48 md:h-full"
          />
          <Offer offer={offer} onAccept={onAccept} onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
}
