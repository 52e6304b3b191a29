import { addressRules, isCountry, postalCodeIn, regionCode } from '#shared/countries.ts';
import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { isPhoneNumber, phoneSentence } from '#shared/phone-number.ts';

export type AddressFields = {
  street: string;
  line2?: string | undefined;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

export type ContactFields = { email: string; firstName: string; lastName: string; phone: string };

export type Issues<T> = Partial<Record<keyof T, string>>;

function nameIssue(name: string, label: string): string | undefined {
  const length = name.trim().length;
  if (length === 0) return `Enter your ${label}`;
  return length > 100 ? `Your ${label} may have 100 characters at most` : undefined;
}

function withoutGaps<T>(issues: Record<string, string | undefined>): Issues<T> {
  return Object.fromEntries(Object.entries(issues).filter(([, sentence]) => sentence !== undefined)) as Issues<T>;
}

/** What is wrong with a contact, field by field; empty when it can be used. */
export function contactIssues({ email, firstName, lastName, phone }: ContactFields): Issues<ContactFields> {
  return withoutGaps<ContactFields>({
    email: isEmailAddress(email.trim()) ? undefined : emailSentence,
    firstName: nameIssue(firstName, 'first name'),
    lastName: nameIssue(lastName, 'last name'),
    phone: isPhoneNumber(phone.trim()) ? undefined : phoneSentence,
  });
}

/** What is wrong with an address by its country's rules, field by field; empty when it can be used. */
export function addressIssues({ street, city, state, postalCode, country }: AddressFields): Issues<AddressFields> {
  const { stateRequired, stateLabel, postalSentence } = addressRules(country);
  const needsState = isCountry(country) && stateRequired && regionCode(country, state) === null;
  return withoutGaps<AddressFields>({
    street: street.trim() === '' ? 'Enter your street and house number' : undefined,
    city: city.trim() === '' ? 'Enter your city' : undefined,
    state: needsState ? `Choose your ${stateLabel.toLowerCase()}` : undefined,
    postalCode: postalCodeIn(country, postalCode) === null ? postalSentence : undefined,
    country: isCountry(country) ? undefined : 'Choose a country that we deliver to',
  });
}
