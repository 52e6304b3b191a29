import { issuesIn, type Issues } from '#shared/form-issues.ts';
import { isPhoneNumber, phoneSentence, phoneText, phoneTextMax } from '#shared/phone-number.ts';
import { oneLine } from '#shared/clean-text.ts';

/** Fields of a profile, each with its maximum length in characters. */
export const profileMax = { firstName: 100, lastName: 100, displayName: 100, phone: phoneTextMax };

export type ProfileField = keyof typeof profileMax;
export type ProfileDraft = Record<ProfileField, string>;

/**
 * Returns a cleaned profile with one line per field. The display name falls back to the first name.
 */
export function cleanProfile(typed: Partial<ProfileDraft>): ProfileDraft {
  const { firstName = '', lastName = '', displayName = '', phone = '' } = typed;
  return {
    firstName: oneLine(firstName),
    lastName: oneLine(lastName),
    displayName: oneLine(displayName) || oneLine(firstName),
    phone: phoneText(phone),
  };
}

function nameIssue(name: string, label: string): string | undefined {
  if (name.length > profileMax.firstName) return `Your ${label} may have ${profileMax.firstName} characters at most`;
  return name === '' ? `Enter your ${label}` : undefined;
}

/**
 * Returns the issues of a cleaned profile by field, empty if it is valid. The phone is optional.
 */
export function profileIssues({ firstName, lastName, displayName, phone }: ProfileDraft): Issues<ProfileField> {
  return issuesIn({
    firstName: nameIssue(firstName, 'first name'),
    lastName: nameIssue(lastName, 'last name'),
    displayName: firstName === '' ? undefined : nameIssue(displayName, 'display name'),
    phone: phone === '' || isPhoneNumber(phone) ? undefined : phoneSentence,
  });
}
