/** Reasons why a change of a document is refused, and the sentences that say so. */
export const contentRefusals = {
  changed_meanwhile:
    'Someone else has changed this since you opened it. Your text is still here: look at theirs, or save yours over it.',
  unreadable: 'This is not a version of this document. Nothing was saved.',
  too_long: 'These texts are too long to be saved. Shorten them: the last saved version is kept.',
  invalid: 'Some fields need your attention. Nothing is lost: pages still show the version before.',
  unproven: 'A claim has no entry in the claims ledger. Nothing is lost: pages still show the version before.',
  nothing: 'There is nothing to publish: pages show this already.',
  past: 'Choose a time in the future.',
  compared: 'A comparison of two titles is running. End it under Visits, then publish another title.',
  gone: 'This version does not exist.',
} as const;
