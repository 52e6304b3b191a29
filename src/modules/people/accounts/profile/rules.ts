import { issuesIn, type Issues } from '#shared/issues.ts';
import { isPhoneNumber, phoneLength, phoneSentence } from '#shared/phone-number.ts';

export type ProfileDraft = { firstName: string; lastName: string; displayName: string; phone: string };

export type ProfileIssues = Issues<keyof ProfileDraft>;

/** Longest text of each field, in characters. */
export const longest: Record<keyof ProfileDraft, number> = {
  firstName: 100,
  lastName: 100,
  displayName: 100,
  phone: phoneLength.max,
};

/** A text without line breaks and other control characters. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
export const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();

/** A profile as it is kept: on one line each, called by the first name where no display name is given. */
export function tidiedProfile(draft: ProfileDraft): ProfileDraft {
  const firstName = oneLine(draft.firstName);
  const displayName = oneLine(draft.displayName);
  return {
    firstName,
    lastName: oneLine(draft.lastName),
    displayName: displayName === '' ? firstName : displayName,
    phone: oneLine(draft.phone),
  };
}

function nameIssue(name: string, label: string): string | undefined {
  if (name.length > longest.firstName) return `Your ${label} may have ${longest.firstName} characters at most`;
  return name === '' ? `Enter your ${label}` : undefined;
}

/** What is wrong with a tidied profile, field by field; empty when it can be kept. A phone may be left out. */
export function profileIssues({ firstName, lastName, displayName, phone }: ProfileDraft): ProfileIssues {
  return issuesIn({
    firstName: nameIssue(firstName, 'first name'),
    lastName: nameIssue(lastName, 'last name'),
    displayName: firstName === '' ? undefined : nameIssue(displayName, 'display name'),
    phone: phone === '' || isPhoneNumber(phone) ? undefined : phoneSentence,
  });
}
