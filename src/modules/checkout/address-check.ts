import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { identifier } from '#shared/identifier.ts';
import { issuesIn, type Issues } from '#shared/issues.ts';
import { isPhoneNumber, phoneSentence, phoneText } from '#shared/phone-number.ts';

import { isOneSlipFrom } from './email-typo.ts';

export type ContactFields = { email: string; firstName: string; lastName: string; phone: string };

function nameIssue(name: string, label: string): string | undefined {
  const length = name.trim().length;
  if (length === 0) return `Enter your ${label}`;
  return length > 100 ? `Your ${label} may have 100 characters at most` : undefined;
}

/** What is wrong with a contact, field by field; empty when it can be used. */
export function contactIssues({ email, firstName, lastName, phone }: ContactFields): Issues<keyof ContactFields> {
  return issuesIn({
    email: isEmailAddress(identifier(email)) ? undefined : emailSentence,
    firstName: nameIssue(firstName, 'first name'),
    lastName: nameIssue(lastName, 'last name'),
    phone: isPhoneNumber(phoneText(phone)) ? undefined : phoneSentence,
  });
}

const shortNames: Record<string, string> = {
  NYC: 'NEWYORK',
  MANHATTAN: 'NEWYORK',
  LA: 'LOSANGELES',
  SF: 'SANFRANCISCO',
};
const spelt: readonly [RegExp, string][] = [
  [/\bSAINTE?\b/g, 'ST'],
  [/\bFORT\b/g, 'FT'],
  [/\bMOUNT\b/g, 'MT'],
  [/\bHEIGHTS\b/g, 'HTS'],
  [/\bBEACH\b/g, 'BCH'],
  [/\b(?:CITY|TOWN|TOWNSHIP|TWP|VILLAGE|BOROUGH|COUNTY|OF|THE|AND)\b/g, ''],
];

/** Name of a city by which two spellings are compared: capitals without accents, signs, spaces and words like "City of". */
export function cityKey(city: string): string {
  const plain = identifier(city).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.replaceAll(/[^A-Z]+/g, ' ');
  const key = spelt.reduce((text, [form, written]) => text.replaceAll(form, written), words).replaceAll(' ', '');
  return shortNames[key] ?? key;
}

/** Shortest name that is recognized within a longer one, and in spite of a slip. */
const minPartLength = 5;

/** True when a typed city is one of these, part of its name, or one slip of a key away from it. */
export function isCityOf(city: string, keys: readonly string[]): boolean {
  const typed = cityKey(city);
  return keys.some((key) => {
    if (key === typed) return true;
    if (Math.min(key.length, typed.length) < minPartLength) return false;
    return key.includes(typed) || typed.includes(key) || isOneSlipFrom(typed, key);
  });
}
