import { accountsPersonalData } from '#modules/people/accounts/personal-data.server.ts';
import { addressesPersonalData } from '#modules/after/addresses/personal-data.server.ts';
import { analyticsPersonalData } from '#modules/owner/analytics/personal-data.server.ts';
import { auditPersonalData } from '#modules/ground/audit/personal-data.server.ts';
import { cartPersonalData } from '#modules/buying/cart/personal-data.server.ts';
import { catalogPersonalData } from '#modules/buying/catalog/personal-data.server.ts';
import { checkoutPersonalData } from '#modules/buying/checkout/personal-data.server.ts';
import { contactPersonalData } from '#modules/after/contact/personal-data.server.ts';
import { conversionsPersonalData } from '#modules/buying/meta-conversions/personal-data.server.ts';
import { discountsPersonalData } from '#modules/buying/discounts/personal-data.server.ts';
import { emailPersonalData } from '#modules/ground/email/personal-data.server.ts';
import { automationsPersonalData } from '#modules/persuading/automations/personal-data.server.ts';
import { marketingPersonalData } from '#modules/persuading/marketing/personal-data.server.ts';
import { ordersPersonalData } from '#modules/buying/orders/personal-data.server.ts';
import { reviewsPersonalData } from '#modules/after/reviews/personal-data.server.ts';
import { habitTrackerPersonalData } from '#modules/after/habit-tracker/personal-data.server.ts';
import { securityPersonalData } from '#modules/people/security/personal-data.server.ts';
import { webhooksPersonalData } from '#modules/ground/outgoing-webhooks/personal-data.server.ts';
import { taxPersonalData } from '#modules/buying/tax/personal-data.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';
import { limitsPersonalData } from '#platform/limits/personal-data.server.ts';

/** Everything that the shop stores of people: one line per module that stores some. The account, to which the others refer, is erased last. */
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
  emailPersonalData,
  webhooksPersonalData,
  ordersPersonalData,
  addressesPersonalData,
  habitTrackerPersonalData,
  analyticsPersonalData,
];
