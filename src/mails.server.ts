import { accountMails } from '#modules/accounts/email.server.ts';
import { contactAnswer, contactMessage } from '#modules/contact/email.server.ts';
import type { MailKind } from '#modules/email/rules.ts';
import { simpleTest } from '#modules/email/test-mail/email.server.ts';
import { abandonedCheckout, reviewRequest } from '#modules/letters/email.server.ts';
import { backInStock, captureCode } from '#modules/marketing/email.server.ts';
import {
  orderCancelled,
  orderConfirmation,
  orderRefunded,
  orderTest,
  parcelMails,
  returnMails,
} from '#modules/orders/email.server.ts';

/** Every kind of mail that the shop writes, in the order of the mailbox page. */
export const shopMails: readonly MailKind[] = [
  orderConfirmation,
  ...Object.values(parcelMails),
  orderCancelled,
  orderRefunded,
  ...Object.values(returnMails),
  reviewRequest,
  abandonedCheckout,
  captureCode,
  backInStock,
  ...Object.values(accountMails),
  contactMessage,
  contactAnswer,
  simpleTest,
  orderTest,
];
