import { site } from './site.ts';

/** Copy of the automated emails. */
export const automations = {
  review: {
    subject: `How is your ${site.name} routine going?`,
    title: 'How is your routine going?',
    text: 'Your stone has been with you for a little while now. Would you tell others what it is like to use? A few honest words help, whatever they are.',
    stars: 'Tap to rate',
    action: 'Write a review',
    why: 'We send this once per order.',
  },
  abandoned: {
    subject: `You left something at ${site.name}`,
    title: 'Still thinking it over?',
    text: 'You left something at the checkout. One press puts it back into your cart, in case you would like to come back to it.',
    action: 'Return to my cart',
    note: '30 days to try it.',
    /** Versions of the consent in `capture.ts` that cover this email. */
    consentVersions: ['2026-11-21'],
    why: 'You agreed to hear from us. We send one reminder per cart.',
  },
  stop: 'Unsubscribe',
};
