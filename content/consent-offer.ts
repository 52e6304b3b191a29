/**
 * Part of `consent` that every page loads: its version and the label that opens it. A new version
 * asks every visitor again.
 */
export const consentOffer = { version: '2026-11-26', open: 'Privacy choices' };
