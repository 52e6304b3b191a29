/** A visitor's decision: version of the question, and time as ISO 8601. */
export type Consent = { version: string; at: string; ads: boolean };

/** Version of `ads-consent-texts.ts`. A new one asks every visitor again. */
export const consentVersion = '2026-11-26';

/** Key under which the browser stores the decision. */
export const consentKey = 'privacy_consent';

/** Validity of a decision, half a year in days. */
export const consentDays = 182;

/**
 * Returns the stored decision if it is about this version and recent enough. Otherwise null, and
 * the visitor is asked again.
 */
export function storedConsent(stored: string | null, version: string, now: Date): Consent | null {
  if (stored === null) return null;
  try {
    const { version: about, at, ads } = JSON.parse(stored) as Partial<Consent>;
    if (about !== version || typeof at !== 'string' || typeof ads !== 'boolean') return null;
    const age = now.getTime() - Date.parse(at);
    return age >= 0 && age < consentDays * 86_400_000 ? { version: about, at, ads } : null;
  } catch {
    return null;
  }
}

/**
 * True when advertising may be measured: only with consent, and never against the browser's privacy
 * signal.
 */
export function isAdTrackingAllowed(decided: Consent | null, hasPrivacySignal: boolean): boolean {
  return decided?.ads === true && !hasPrivacySignal;
}
