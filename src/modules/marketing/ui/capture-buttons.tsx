import { captureOffer } from '#content/capture-offer.ts';
import { Button } from '#ui/button.tsx';
import { MailIcon } from '#ui/icons.tsx';

import { percentText, withDiscount } from '../email-capture.ts';
import { openCapture } from './capture-store.ts';

/** Button that opens the email dialog. */
export function GetDiscount({ className }: { className?: string }) {
  return (
    <Button look="second" className={className} onClick={() => openCapture('manual')}>
      {withDiscount(captureOffer.open, percentText(captureOffer.percent))}
    </Button>
  );
}

/** Replaces the buy buttons while the product is sold out. */
export function NotifyMe() {
  return (
    <Button className="w-full" onClick={() => openCapture('sold-out')}>
      <MailIcon />
      <span>{captureOffer.notify}</span>
    </Button>
  );
}
