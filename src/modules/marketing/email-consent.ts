/**
 * Texts shown when asking for an address. A changed text requires a new version, which is stored
 * with the address.
 */
export const emailConsent = {
  version: '2026-11-26',
  capture: 'We use your address for this and an occasional email about the shop. Unsubscribe any time.',
  newsletter: 'We use your address for these emails and nothing else. Unsubscribe any time.',
};

/** Versions of the consent that cover the reminder of a cart. */
export const reminderConsentVersions = ['2026-11-21', '2026-11-26'];
