import { Button } from '#ui/button.tsx';
import { MailIcon } from '#ui/icons.tsx';

import { capturePercent, percentText } from '../email-capture.ts';
import { openCapture } from './capture-store.ts';

/** Button that opens the email dialog. */
export function GetDiscount() {
  return (
    <Button look="second" onClick={() => openCapture('manual')}>
      {`Get ${percentText(capturePercent)} off`}
    </Button>
  );
}

/** Replaces the buy buttons while the product is sold out. */
export function NotifyMe() {
  return (
    <Button className="w-full" onClick={() => openCapture('sold-out')}>
      <MailIcon />
      <span>Sold out - notify me</span>
    </Button>
  );
}
