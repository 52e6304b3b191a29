import { accountMails } from '#modules/people/accounts/email.server.ts';
import { contactAnswer, contactMessage } from '#modules/after/contact/email.server.ts';
import type { MailKind } from '#modules/ground/email/rules.ts';
import { simpleTest } from '#modules/ground/email/test-mail/email.server.ts';
import { abandonedCheckout, reviewRequest } from '#modules/persuading/automations/email.server.ts';
import { backInStock, captureCode } from '#modules/persuading/marketing/email.server.ts';
import {
  orderCancelled,
  orderConfirmation,
  orderRefunded,
  orderTest,
  parcelMails,
  returnMails,
} from '#modules/buying/orders/email.server.ts';

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
