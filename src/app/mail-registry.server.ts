import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { contactAnswer, contactMessage } from '#modules/contact/contact.emails.server.ts';
import type { MailKind } from '#modules/email/mail.ts';
import { sampleTest, simpleTest } from '#modules/email/test-mail.emails.server.ts';
import {
  abandonedCheckout,
  reviewRequest,
  backInStock,
  captureCode,
} from '#modules/marketing/marketing.emails.server.ts';
import { adminNotice } from '#modules/notifications/notifications.emails.server.ts';
import {
  orderCancelled,
  orderConfirmation,
  orderRefunded,
  orderTest,
  shipmentMails,
  returnMails,
} from '#modules/orders/orders.emails.server.ts';
import { phoneOrderMail } from '#modules/phone-orders/phone-orders.emails.server.ts';
import { quizPlan } from '#modules/quiz/quiz.emails.server.ts';

const kinds: readonly MailKind[] = [
  orderConfirmation,
  ...Object.values(shipmentMails),
  orderCancelled,
  orderRefunded,
  ...Object.values(returnMails),
  phoneOrderMail,
  reviewRequest,
  abandonedCheckout,
  captureCode,
  backInStock,
  quizPlan,
  ...Object.values(accountMails),
  contactMessage,
  contactAnswer,
  adminNotice,
  simpleTest,
  orderTest,
];

/** Sample of any other kind, which an admin sends to the own address. */
export const sampleMail = sampleTest(kinds);

/** Email kinds, in the order of the mailbox page. */
export const shopMails: readonly MailKind[] = [...kinds, sampleMail];
