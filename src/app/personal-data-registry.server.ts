import {
  accountsPersonalData,
  addressesPersonalData,
  securityPersonalData,
} from '#modules/accounts/accounts.personal-data.server.ts';
import { auditPersonalData } from '#modules/audit/audit-log.server.ts';
import { cartPersonalData } from '#modules/cart/cart.personal-data.server.ts';
import { catalogPersonalData } from '#modules/catalog/catalog.personal-data.server.ts';
import { checkoutPersonalData } from '#modules/checkout/checkout.personal-data.server.ts';
import { contentPersonalData } from '#modules/content/content.personal-data.server.ts';
import { contactPersonalData } from '#modules/contact/contact.personal-data.server.ts';
import { customersPersonalData } from '#modules/customers/customers.personal-data.server.ts';
import { conversionsPersonalData } from '#modules/conversions/conversions.personal-data.server.ts';
import { discountsPersonalData } from '#modules/discounts/discounts.personal-data.server.ts';
import { emailPersonalData } from '#modules/email/email.personal-data.server.ts';
import { automationsPersonalData, marketingPersonalData } from '#modules/marketing/marketing.personal-data.server.ts';
import { ordersPersonalData } from '#modules/orders/orders.personal-data.server.ts';
import { paymentsPersonalData } from '#modules/payments/payments.personal-data.server.ts';
import { phoneOrdersPersonalData } from '#modules/phone-orders/phone-orders.personal-data.server.ts';
import { reviewsPersonalData } from '#modules/reviews/reviews.personal-data.server.ts';
import { habitTrackerPersonalData } from '#modules/habit-tracker/habit-tracker.personal-data.server.ts';
import { teamNotesPersonalData } from '#modules/team-notes/team-notes.personal-data.server.ts';
import { webhooksPersonalData } from '#modules/webhooks/webhooks.personal-data.server.ts';
import { taxPersonalData } from '#modules/tax/tax.personal-data.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';
import { limitsPersonalData } from '#platform/limits/limits.personal-data.server.ts';

/**
 * Personal data of all modules, one line each. The account is erased last, because the other
 * modules refer to it.
 */
export const shopPersonalData: readonly PersonalData[] = [
  accountsPersonalData,
  auditPersonalData,
  securityPersonalData,
  limitsPersonalData,
  taxPersonalData,
  catalogPersonalData,
  cartPersonalData,
  checkoutPersonalData,
  conversionsPersonalData,
  discountsPersonalData,
  reviewsPersonalData,
  marketingPersonalData,
  automationsPersonalData,
  contactPersonalData,
  phoneOrdersPersonalData,
  contentPersonalData,
  emailPersonalData,
  webhooksPersonalData,
  ordersPersonalData,
  teamNotesPersonalData,
  paymentsPersonalData,
  addressesPersonalData,
  habitTrackerPersonalData,
  customersPersonalData,
];
