import { promises } from '#content/site.ts';
import { byName } from '#modules/email/rules.ts';

import type { ReturnMail } from './rules.ts';

export type ReturnKind = 'return_opened' | 'return_label' | 'return_received' | 'return_declined';

/** What a mail about a return says first. */
export function returnWords(kind: ReturnKind, { firstName, code, orderNumber, reason }: ReturnMail) {
  const name = byName(firstName);
  const words: Record<ReturnKind, { title: string; text: string }> = {
    return_opened: {
      title: `Your return is announced${name}`,
      text: `We have noted your return ${code} of order ${orderNumber}. Return shipping is free: we mail you a prepaid label, please wait for it before you send the parcel.`,
    },
    return_label: {
      title: `Here is your return label${name}`,
      text: `Stick the prepaid label on the parcel and lay the return slip inside: it tells us that the parcel is ${code}. The slip alone is no postage.`,
    },
    return_received: {
      title: `Your return has arrived${name}`,
      text: `Your return ${code} is with us. We refund you within ${promises.refundProcessingDays} business days, and write again once the money is on its way.`,
    },
    return_declined: {
      title: `Your return is closed${name}`,
      text: `We have closed your return ${code} of order ${orderNumber} without a refund: ${reason}`,
    },
  };
  return words[kind];
}
