import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { identifier } from '#shared/identifier.ts';
import { issuesIn, type Issues } from '#shared/form-issues.ts';
import { isPhoneNumber, phoneSentence, phoneText } from '#shared/phone-number.ts';

export type ContactFields = { email: string; firstName: string; lastName: string; phone: string };

function nameIssue(name: string, label: string): string | undefined {
  const length = name.trim().length;
  if (length === 0) return `Enter your ${label}`;
  return length > 100 ? `Your ${label} may have 100 characters at most` : undefined;
}

/** Returns the problems of a contact by field. Empty if the contact is usable. */
export function contactIssues({ email, firstName, lastName, phone }: ContactFields): Issues<keyof ContactFields> {
  return issuesIn({
    email: isEmailAddress(identifier(email)) ? undefined : emailSentence,
    firstName: nameIssue(firstName, 'first name'),
    lastName: nameIssue(lastName, 'last name'),
    phone: isPhoneNumber(phoneText(phone)) ? undefined : phoneSentence,
  });
}
