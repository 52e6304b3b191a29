/** What every page knows of the question of `consent`: its version, a new one of which asks everyone again, and what opens it. */
export const consentOffer = { version: '2026-11-25', open: 'Privacy choices' };
