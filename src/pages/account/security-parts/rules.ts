/** What a form of the security page asks for. */
export type Intent = 'end-session' | 'end-others' | 'confirm' | 'mail-reset' | 'begin' | 'finish' | 'renew' | 'end';

/** What has just been done, as the address says it. */
export type Done = 'ended' | 'confirmed' | 'mailed' | 'on' | 'off';

const sentences: Record<Done, string> = {
  ended: 'Signed out there.',
  confirmed: 'Thank you. You can go on.',
  mailed: 'An e-mail with a link to choose a new password is on its way.',
  on: 'Your authenticator is on. Signing in asks for its code from now on.',
  off: 'Your authenticator is off.',
};

/** What is said of what has just been done; null for anything else that stands in the address. */
export function doneSentence(what: string | null): string | null {
  return what !== null && Object.hasOwn(sentences, what) ? sentences[what as Done] : null;
}
