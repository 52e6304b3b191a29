import { regionCode } from '#shared/regions.ts';

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

type CountryRules = {
  name: string;
  stateLabel: string;
  stateRequired: boolean;
  postalLabel: string;
  postal: RegExp;
  postalSentence: string;
  postalNumeric: boolean;
};

const rules: Record<string, CountryRules> = {
  US: {
    name: 'United States',
    stateLabel: 'State',
    stateRequired: true,
    postalLabel: 'ZIP code',
    postal: /^\d{5}(-\d{4})?$/,
    postalSentence: 'Enter a 5-digit ZIP, for example 94103',
    postalNumeric: true,
  },
  CA: {
    name: 'Canada',
    stateLabel: 'Province',
    stateRequired: true,
    postalLabel: 'Postal code',
    postal: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
    postalSentence: 'Enter a postal code, for example K1A 0B1',
    postalNumeric: false,
  },
  GB: {
    name: 'United Kingdom',
    stateLabel: 'County',
    stateRequired: false,
    postalLabel: 'Postcode',
    postal: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
    postalSentence: 'Enter a postcode, for example SW1A 1AA',
    postalNumeric: false,
  },
  AU: {
    name: 'Australia',
    stateLabel: 'State',
    stateRequired: true,
    postalLabel: 'Postcode',
    postal: /^\d{4}$/,
    postalSentence: 'Enter a 4-digit postcode, for example 2000',
    postalNumeric: true,
  },
};

/** Countries that the shop delivers to, the default first. */
export const countries = ['US', 'CA', 'GB', 'AU'] as const;

/** How a country writes addresses; an unknown one is treated as the default. */
export function addressRules(country: string): CountryRules {
  const found = Object.hasOwn(rules, country) ? rules[country] : rules.US;
  if (found === undefined) throw new Error('the default country has rules');
  return found;
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

function nameIssue(name: string, label: string): string | undefined {
  const length = name.trim().length;
  if (length === 0) return `Enter your ${label}`;
  return length > 100 ? `Your ${label} may have 100 characters at most` : undefined;
}

function withoutGaps<T>(issues: Record<string, string | undefined>): Issues<T> {
  return Object.fromEntries(Object.entries(issues).filter(([, sentence]) => sentence !== undefined)) as Issues<T>;
}

/** What is wrong with a contact, field by field; empty when it can be used. Phone: 10 to 20 characters. */
export function contactIssues(contact: ContactFields): Issues<ContactFields> {
  const address = contact.email.trim();
  const phone = contact.phone.trim();
  const isEmail = email.test(address) && address.length <= 255;
  const isPhone = phone.length >= 10 && phone.length <= 20 && /^[\d\s()+.-]+$/.test(phone);
  return withoutGaps<ContactFields>({
    email: isEmail ? undefined : 'Enter an e-mail address, for example name@example.com',
    firstName: nameIssue(contact.firstName, 'first name'),
    lastName: nameIssue(contact.lastName, 'last name'),
    phone: isPhone ? undefined : 'Enter a phone number of 10 to 20 characters, for example 415 555 0132',
  });
}

/** What is wrong with an address by its country's rules, field by field; empty when it can be used. */
export function addressIssues(address: AddressFields): Issues<AddressFields> {
  const country = addressRules(address.country);
  const isKnown = Object.hasOwn(rules, address.country);
  const needsState = isKnown && country.stateRequired && regionCode(address.country, address.state) === null;
  return withoutGaps<AddressFields>({
    street: address.street.trim() === '' ? 'Enter your street and house number' : undefined,
    city: address.city.trim() === '' ? 'Enter your city' : undefined,
    state: needsState ? `Choose your ${country.stateLabel.toLowerCase()}` : undefined,
    postalCode: country.postal.test(address.postalCode.trim()) ? undefined : country.postalSentence,
    country: isKnown ? undefined : 'Choose a country that we deliver to',
  });
}
