import { accountsPersonalData } from '#modules/accounts/personal-data.server.ts';
import { addressesPersonalData } from '#modules/addresses/personal-data.server.ts';
import { analyticsPersonalData } from '#modules/analytics/personal-data.server.ts';
import { auditPersonalData } from '#modules/audit/personal-data.server.ts';
import { cartPersonalData } from '#modules/cart/personal-data.server.ts';
import { catalogPersonalData } from '#modules/catalog/personal-data.server.ts';
import { checkoutPersonalData } from '#modules/checkout/personal-data.server.ts';
import { contactPersonalData } from '#modules/contact/personal-data.server.ts';
import { conversionsPersonalData } from '#modules/conversions/personal-data.server.ts';
import { discountsPersonalData } from '#modules/discounts/personal-data.server.ts';
import { emailPersonalData } from '#modules/email/personal-data.server.ts';
import { lettersPersonalData } from '#modules/letters/personal-data.server.ts';
import { marketingPersonalData } from '#modules/marketing/personal-data.server.ts';
import { ordersPersonalData } from '#modules/orders/personal-data.server.ts';
import { reviewsPersonalData } from '#modules/reviews/personal-data.server.ts';
import { routinePersonalData } from '#modules/routine/personal-data.server.ts';
import { securityPersonalData } from '#modules/security/personal-data.server.ts';
import { taxPersonalData } from '#modules/tax/personal-data.server.ts';
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
  lettersPersonalData,
  contactPersonalData,
  emailPersonalData,
  ordersPersonalData,
  addressesPersonalData,
  routinePersonalData,
  analyticsPersonalData,
];
