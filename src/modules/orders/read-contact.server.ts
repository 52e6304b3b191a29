import { undeliverableDomain } from '#modules/email/mail.ts';
import { stripInvisible } from '#shared/clean-text.ts';
import { contactIssues } from '#shared/contact.ts';
import { countries, isCountry } from '#shared/countries.ts';
import { emailSentence } from '#shared/email-address.ts';
import { issuesIn, type Issues } from '#shared/form-issues.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { isPossiblePhoneNumber } from '#shared/phone-number.server.ts';
import { phoneSentence, phoneText } from '#shared/phone-number.ts';

import type { OrderContact } from './order-contact.ts';

/**
 * Reads a contact that an admin typed, cleaned as the checkout cleans it, with the message of each
 * field that is not usable. A phone number without a country code is one of `country`.
 */
export function readContact(
  { email = '', firstName = '', lastName = '', phone = '' }: Partial<OrderContact>,
  country: string,
): { contact: OrderContact; issues: Issues<keyof OrderContact> } {
  const contact = {
    email: normalizeIdentifier(email).toLowerCase(),
    firstName: stripInvisible(firstName).trim(),
    lastName: stripInvisible(lastName).trim(),
    phone: phoneText(phone),
  };
  const isReachable = isPossiblePhoneNumber(contact.phone, isCountry(country) ? [country] : countries);
  const issues = issuesIn({
    email: contact.email.endsWith(undeliverableDomain) ? emailSentence : undefined,
    phone: isReachable ? undefined : phoneSentence,
  });
  return { contact, issues: { ...issues, ...contactIssues(contact) } };
}
