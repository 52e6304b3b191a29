/** Reasons why a change of a document is refused, and the sentences that say so. */
export const contentRefusals = {
  changed_meanwhile: 'Someone else changed this after you opened it. Reload the page to see the newest version.',
  unreadable: 'We couldn’t read this version. Nothing was saved. Reload the page and try again.',
  too_long: 'This text is too long to save. Shorten it and try again. Your last saved version is safe.',
  invalid: 'Some fields need attention. Nothing was published, and your draft is safe.',
  unproven:
    'Some text makes a claim without proof. Nothing was published. Add the proof under Content > Claims and proof.',
  nothing: 'Nothing to publish. This version is already live.',
  past: 'Choose a time in the future.',
  compared: 'A headline test is running. End it under Visits, then publish the new headline.',
  gone: 'This version no longer exists.',
} as const;

/** Returns the sentence about the texts that another editor changed too. */
export const sameTextSentence = (places: readonly string[]): string =>
  `Someone else changed the same text: ${places.join(', ')}. Your text is still here. Choose which one to keep.`;
