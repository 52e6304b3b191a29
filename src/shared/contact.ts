import { emailSentence, isEmailAddress } from './email-address.ts';
import { issuesIn, type Issues } from './form-issues.ts';
import { normalizeIdentifier } from './identifier.ts';
import { isPhoneNumber, phoneSentence, phoneText } from './phone-number.ts';

/** Contact of an order, as typed or as stored. */
export type ContactFields = { email: string; firstName: string; lastName: string; phone: string };

function nameIssue(name: string, label: string): string | undefined {
  const length = name.trim().length;
  if (length === 0) return `Enter your ${label}`;
  return length > 100 ? `Your ${label} may have 100 characters at most` : undefined;
}

/** Returns the problems of a contact by field. Empty if the contact is usable. */
export function contactIssues({ email, firstName, lastName, phone }: ContactFields): Issues<keyof ContactFields> {
  return issuesIn({
    email: isEmailAddress(normalizeIdentifier(email)) ? undefined : emailSentence,
    firstName: nameIssue(firstName, 'first name'),
    lastName: nameIssue(lastName, 'last name'),
    phone: isPhoneNumber(phoneText(phone)) ? undefined : phoneSentence,
  });
}
