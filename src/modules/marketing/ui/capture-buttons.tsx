import { captureOffer } from '#content/capture-offer.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';

import { percentText, withDiscount } from '../rules.ts';
import { openCapture } from './capture-store.ts';

type Look = { look?: ButtonLook; className?: string };

/** Opens the e-mail dialog for everyone who asks for it. */
export function GetDiscount({ look = 'second', className = '' }: Look) {
  return (
    <Button look={look} className={className} onClick={() => openCapture('manual')}>
      {withDiscount(captureOffer.open, percentText(captureOffer.percent))}
    </Button>
  );
}

/** Stands beside what is sold out; nothing where it can be bought (units that can still be promised, null when not tracked). */
export function NotifyMe({ available, look = 'second', className = '' }: Look & { available: number | null }) {
  if (available !== 0) return null;
  return (
    <Button look={look} className={className} onClick={() => openCapture('sold-out')}>
      {captureOffer.notify}
    </Button>
  );
}
